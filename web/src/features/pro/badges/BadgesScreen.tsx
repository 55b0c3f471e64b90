// /master/badges: every badge there is, and which of them the pro has earned.
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { badgesQuery, type EarnableBadge } from '@/api/badges';
import { paths } from '@/shared/paths';
import { AreaPage, cx, LoadError, Skeleton, useIsDesk } from '@/ui';
import { badgeIcon } from '@/ui/badgeIcon';
import { usePro } from '../usePro';

const GRID = 'grid grid-cols-1 gap-3 min-[23rem]:grid-cols-2 desk:grid-cols-3 desk:gap-4';

export function BadgesScreen() {
  const { masterId } = usePro();
  const desk = useIsDesk();
  return (
    // At a desk the sidebar leads here.
    <AreaPage title="Your Badges" {...(!desk && { back: { to: paths.master.profile, label: 'Profile' } })}>
      <Loaded masterId={masterId} />
    </AreaPage>
  );
}

function Loaded({ masterId }: { masterId: string }) {
  const { data, isError, isPending, refetch } = useQuery(badgesQuery(masterId));
  return (
    <div className="grid grid-cols-1 gap-4">
      {isError && <LoadError retry={() => void refetch()}>Failed to load your badges</LoadError>}
      {isPending && (
        <>
          <Skeleton className="h-6 w-32" label="Loading your badges" />
          <div className={GRID}>
            {Array.from({ length: 6 }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all the same
              <Skeleton key={index} className="h-44" />
            ))}
          </div>
        </>
      )}
      {data && (
        <>
          <p className="num text-muted">
            {data.filter(({ earned }) => earned).length} of {data.length} earned
          </p>
          <ul className={GRID}>
            {data.map((badge) => (
              <Card key={badge.title} badge={badge} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Grey by its colours: transparency would make the text too faint to read. */
function Card({ badge: { icon, title, description, earned } }: { badge: EarnableBadge }) {
  const Icon = badgeIcon(icon);
  const State = earned ? CircleCheck : CircleDashed;
  return (
    <li className={cx('card flex flex-col gap-2.5 p-4', !earned && 'bg-sunk text-muted')}>
      <span
        className={cx(
          'grid size-12 place-items-center rounded-full',
          earned ? 'bg-copper-soft text-copper' : 'border border-line-strong border-dashed',
        )}
      >
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <div className="grid gap-0.5">
        <h2 className="text-m [overflow-wrap:anywhere]">{title}</h2>
        <p className="text-s text-muted [overflow-wrap:anywhere]">{description}</p>
      </div>
      <p className={cx('mt-auto flex items-start gap-1.5 text-s font-[650]', earned && 'text-good')}>
        <State aria-hidden="true" className="mt-[0.2em] size-4 shrink-0" />
        {earned ? 'Earned' : 'Not earned yet'}
      </p>
    </li>
  );
}
