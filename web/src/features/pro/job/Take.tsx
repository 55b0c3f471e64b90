import { useState } from 'react';
import type { Job } from '@/api/jobs';
import { Button } from '@/ui';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { useAnswer } from '../offers/useAnswer';
import { PriceDialog } from '../proposals/PriceDialog';
import { NAME_PRICE, ProposeButton } from '../proposals/ProposeButton';
import { proposableOf } from '../proposals/usePropose';

/** Takes a job from the pool, or one that is offered; an offer can be declined too. Either may be answered with another price, or the
 *  first. */
export function Take({ job }: { job: Job }) {
  const offered = proposableOf(job);
  const { accept, decline, answering } = useAnswer(offered);
  const [isProposing, setProposing] = useState(false);
  const answers = useFocusHandedTo<HTMLDivElement>('page-title');
  return (
    <div ref={answers} className="grid gap-2.5">
      <Button
        busy={answering === 'accept'}
        busyText="Accepting…"
        disabled={answering === 'decline'}
        onClick={job.open_price ? () => setProposing(true) : accept}
      >
        {job.open_price ? NAME_PRICE : 'Accept'}
      </Button>
      {job.offer_until && (
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
      <ProposeButton
        pricePence={offered.pricePence}
        isOff={answering !== null}
        onClick={() => setProposing(true)}
      />
      {isProposing && <PriceDialog job={offered} onClose={() => setProposing(false)} />}
    </div>
  );
}
