import type { Job } from '@/api/jobs';
import { Button } from '@/ui';
import { useAnswer } from '../offers/useAnswer';

/** Takes a job from the pool, or one that is offered; an offer can be declined too. */
export function Take({ job: { id, offer_until } }: { job: Job }) {
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
