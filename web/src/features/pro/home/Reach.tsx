// How jobs reach the pro who is online: said as it is, since a page that is closed hears nothing.
import { useQuery } from '@tanstack/react-query';
import { BellOff, BellRing } from 'lucide-react';
import { Link } from 'react-router';
import { type MessageChoices, messageChoicesQuery } from '@/api/messages';
import type { PushState } from '@/shared/browserPush';
import { needsHomeScreen } from '@/shared/homeScreen';
import { paths } from '@/shared/paths';
import { Button, Skeleton } from '@/ui';
import { AddToHomeScreen } from '@/ui/messages/AddToHomeScreen';
import { usePush } from '@/ui/messages/usePush';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';

const ONLY_OPEN = 'Only while this page is open.';

export function Reach() {
  const push = usePush();
  const { data: messages } = useQuery(messageChoicesQuery('masters'));
  const isKnown = push.state !== null && messages !== undefined;
  const text = isKnown ? reachText(push.state, messages) : undefined;
  const Icon = text?.startsWith(ONLY_OPEN) ? BellOff : BellRing;
  return (
    <section aria-labelledby="reach-title" className="mt-3 grid gap-2 border-t border-line pt-3">
      <h2 id="reach-title" tabIndex={-1} className="text-m">
        How jobs reach you
      </h2>
      {/* As high as it will be for most, so that nothing jumps. */}
      {!text && <Skeleton className="h-[4.75rem]" label="Looking" />}
      <p role="status" className="flex items-start gap-2.5 empty:hidden">
        {text && (
          <>
            <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
            <span className="min-w-0">{text}</span>
          </>
        )}
      </p>
      {isKnown && <Remedy push={push} offersOn={isOn(messages, 'offers')} />}
      {isKnown && isOn(messages, 'emergency_texts') && (
        <p className="text-s text-muted">
          Emergencies near you come by text, too, when nothing else reaches you.
        </p>
      )}
      <p className="text-s text-muted">Open Callout every 12 hours, or you go offline.</p>
    </section>
  );
}

interface RemedyProps {
  push: ReturnType<typeof usePush>;
  offersOn: boolean;
}

/** What would change it. */
function Remedy({ push: { state, isChanging, turn }, offersOn }: RemedyProps) {
  if (!offersOn)
    return (
      <Link to={paths.master.notifications} className="link inline-flex min-h-11 items-center text-s">
        You have switched offers off. Change that
      </Link>
    );
  if (state === 'off') return <TurnOn isChanging={isChanging} onPress={() => turn(true)} />;
  if (state === 'denied')
    return (
      <p className="text-s text-muted">
        Notifications are blocked: allow them for this site in your browser’s settings, then come back.
      </p>
    );
  if (state === 'unsupported' && needsHomeScreen()) return <AddToHomeScreen />;
  return null;
}

function TurnOn({ isChanging, onPress }: { isChanging: boolean; onPress: () => void }) {
  const box = useFocusHandedTo<HTMLDivElement>('reach-title');
  return (
    <div ref={box}>
      <Button size="small" busy={isChanging} busyText="One moment…" onClick={onPress}>
        Turn on notifications
      </Button>
    </div>
  );
}

function reachText(state: PushState | null, { items, browsers }: MessageChoices): string {
  if (!isOn({ items, browsers }, 'offers')) return ONLY_OPEN;
  if (state === 'on') return 'By notification on this device, and on this page while it is open.';
  if (browsers > 0) {
    const others = browsers === 1 ? 'your other device' : `${browsers} other devices`;
    return `By notification on ${others}. Here only while this page is open.`;
  }
  return state === 'unsupported' ? `${ONLY_OPEN} This browser can’t show notifications.` : ONLY_OPEN;
}

function isOn({ items }: MessageChoices, kind: string): boolean {
  return items.some((choice) => choice.kind === kind && choice.on);
}
