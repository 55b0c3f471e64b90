import { useState } from 'react';
import type { Job } from '@/api/jobs';
import { serverNow } from '@/shared/session';
import { useSecondsLeft } from '@/shared/useSecondsLeft';
import { Button } from '@/ui';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { Countdown } from '../offers/Countdown';
import { respondText } from '../offers/OfferCard';
import { useAnswer } from '../offers/useAnswer';
import { PriceDialog } from '../proposals/PriceDialog';
import { NAME_PRICE, ProposeButton } from '../proposals/ProposeButton';
import { proposableOf } from '../proposals/usePropose';
import { Promised } from './Promised';

/** Takes a job from the pool, or one that is offered; an offer can be declined too. Either may be answered with another price, or the
 *  first. Above it stand the seconds left. */
export function Take({ job }: { job: Job }) {
  const offered = proposableOf(job);
  const { accept, decline, answering } = useAnswer(offered);
  const [isProposing, setProposing] = useState(false);
  const answers = useFocusHandedTo<HTMLDivElement>('page-title');
  return (
    <div ref={answers} className="grid gap-2.5">
      {job.offer_until && <SecondsLeft until={job.offer_until} />}
      <Promised job={job} />
      <Button
        busy={answering === 'accept'}
        busyText="Accepting…"
        disabled={answering === 'decline'}
        onClick={job.open_price ? () => setProposing(true) : accept}
      >
        {job.open_price ? NAME_PRICE : 'Accept'}
      </Button>
      {(job.offer_until || job.promised_until) && (
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

/** Seconds of a full ring: how long most offers live. */
const RING = 30;

/** How long it is this pro's to take; afterwards it may still be in the pool, where the first to take it has it. */
function SecondsLeft({ until }: { until: string }) {
  const seconds = useSecondsLeft(Date.parse(until), serverNow);
  const [full] = useState(Math.max(RING, seconds));
  return (
    <p className="num flex items-center gap-3 text-s text-muted">
      <Countdown seconds={seconds} of={full} />
      {seconds > 0 ? respondText(seconds) : 'The offer has ended. The first to take the job has it.'}
    </p>
  );
}
