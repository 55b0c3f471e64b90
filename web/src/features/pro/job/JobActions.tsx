// The one next step of a job, and the way out of it.
import type { Job } from '@/api/jobs';
import { problemText } from '@/api/problem';
import type { BookingStatus } from '@/api/types';
import { hasEnded } from '@/shared/bookingStatus';
import { Banner, Button } from '@/ui';
import { Problem } from '@/ui/Problem';
import { useAnswer } from '../offers/useAnswer';
import { SetOff } from './SetOff';
import { useMoveJob } from './useMoveJob';
import { Withdraw } from './Withdraw';

/** Work has not begun. */
const canWithdraw: readonly BookingStatus[] = ['assigned', 'en_route'];

export function JobActions({ job }: { job: Job }) {
  const { id, status } = job;
  const move = useMoveJob(id);
  if (status === 'pending') return <Take job={job} />;
  if (status === 'accepted')
    return <Banner>We wait for the client. Don't set off yet: the job is not assigned.</Banner>;
  if (hasEnded(status)) return null;
  return (
    <div className="grid gap-4">
      <Problem
        text={move.error && problemText(move.error, 'The status could not be changed. Please try again.')}
      />
      {status === 'assigned' && (
        <SetOff job={job} isMoving={move.isPending} onSetOff={() => move.mutate('en_route')} />
      )}
      {status === 'en_route' && (
        <Button busy={move.isPending} busyText="Starting…" onClick={() => move.mutate('in_progress')}>
          Start work
        </Button>
      )}
      {status === 'in_progress' && (
        <Button busy={move.isPending} busyText="Saving…" onClick={() => move.mutate('completed')}>
          Mark as done
        </Button>
      )}
      {canWithdraw.includes(status) && <Withdraw id={id} />}
    </div>
  );
}

/** A job from the pool, or one that is offered. */
function Take({ job: { id, offer_until } }: { job: Job }) {
  const { accept, decline, answering } = useAnswer(id);
  return (
    <div className="grid gap-2.5">
      <Button
        busy={answering === 'accept'}
        busyText="Accepting…"
        disabled={answering === 'decline'}
        onClick={accept}
      >
        Accept
      </Button>
      {offer_until && (
        <Button
          look="quiet"
          busy={answering === 'decline'}
          busyText="Declining…"
          disabled={answering === 'accept'}
          onClick={decline}
        >
          Decline
        </Button>
      )}
    </div>
  );
}
