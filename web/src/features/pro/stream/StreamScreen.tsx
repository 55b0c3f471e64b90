// /master/stream: the live offers, and below them the pool of jobs that any pro nearby may take.
import type { MasterProfile } from '@/api/types';
import type { StreamState } from '@/shared/eventStream';
import { paths } from '@/shared/paths';
import { AreaPage, Banner, ButtonLink } from '@/ui';
import { useStreamState } from '../live/StreamState';
import { usePro } from '../usePro';
import { FromNotification } from './FromNotification';
import { OfferList } from './OfferList';
import { Pool } from './Pool';
import { WaitingList } from './WaitingList';

export function StreamScreen() {
  const profile = usePro();
  return (
    <AreaPage title="Stream">
      <div className="grid grid-cols-1 gap-6">
        <Connection profile={profile} />
        <FromNotification />
        <OfferList />
        <WaitingList />
        <Pool />
      </div>
    </AreaPage>
  );
}

/** Whether new jobs arrive here by themselves. Its place is kept, so that nothing moves when that changes. */
function Connection({ profile: { status, isActive } }: { profile: MasterProfile }) {
  const state = useStreamState();
  if (!isActive)
    return (
      <Banner
        tone="warn"
        actions={
          <ButtonLink to={paths.master.home} look="quiet" size="small">
            Go online
          </ButtonLink>
        }
      >
        You are offline and get no offers. Once you are online, new jobs appear here by themselves.
      </Banner>
    );
  if (status === 'waiting') return <Banner>Jobs start once your documents are verified.</Banner>;
  return (
    <p role="status" className="-mt-3 min-h-6 text-s text-muted">
      {state && stateTexts[state]}
    </p>
  );
}

const stateTexts: Record<StreamState, string> = {
  connecting: 'Connecting…',
  open: 'Connected for new jobs. Declining never counts against you.',
  lost: 'Connection lost. Reconnecting…',
  // Nothing the pro could do about it.
  busy: 'Connecting…',
  refused: 'Not connected. Reload the page to get new jobs.',
};
