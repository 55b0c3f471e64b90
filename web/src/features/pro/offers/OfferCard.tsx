// One live offer, on the slip that carries the price: what, where, when, what it pays and how, what the client says, and the seconds left.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { poundsToPence } from '@/shared/money';
import { paths } from '@/shared/paths';
import { useSecondsLeft } from '@/shared/useSecondsLeft';
import { cx } from '@/ui';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { JobPhoto } from '../job/JobPhoto';
import { PlaceAndTime } from '../PlaceAndTime';
import { HowPaid, PayFigures, YOU_NAME_PRICE } from '../pay';
import { Countdown } from './Countdown';
import { OfferAnswers } from './OfferAnswers';
import { dropOffer, type LiveOffer } from './offers';
import { useAnswer } from './useAnswer';

/** Milliseconds for which an ended offer still says so. */
const LINGER = 3000;

interface OfferCardProps {
  offer: LiveOffer;
  /** Over a page that is about something else: a heading of its own rank. */
  isToast?: boolean;
  /** Opens the form for another price, or for the first. */
  onPropose: () => void;
}

export function OfferCard({ offer, isToast = false, onPropose }: OfferCardProps) {
  const { bookingId, title, district, distance_km, urgency } = offer;
  const seconds = useSecondsLeft(offer.endsAt);
  const hasEnded = seconds === 0;
  const answer = useAnswer({ bookingId, startsAt: offer.window?.start });
  const card = useFocusHandedTo<HTMLElement>('page-title');
  // What is being answered stays until the answer is known.
  useDropped(bookingId, hasEnded && !answer.answering);
  const titleId = `offer-${bookingId}-title`;
  const Heading = isToast ? 'h2' : 'h3';
  return (
    <article
      ref={card}
      aria-labelledby={titleId}
      className="docket grid grid-cols-1 content-start gap-3 border-copper-line"
    >
      <div className="flex flex-wrap items-start gap-3">
        <Countdown seconds={seconds} of={offer.lasts} />
        <div className="min-w-0 flex-1 basis-40">
          <Heading id={titleId} className="text-m leading-snug tracking-normal [overflow-wrap:anywhere]">
            <Link
              to={paths.master.job(bookingId)}
              className="-my-2.5 inline-flex min-h-11 items-center underline decoration-line-strong decoration-1 underline-offset-3 hover:decoration-2"
            >
              {title}
            </Link>
          </Heading>
          <PlaceAndTime
            district={district}
            distance={distance_km}
            time={{ timeslot: offer.window, urgency }}
          />
          <p className={cx('num text-xs', hasEnded ? 'font-[650] text-warn' : 'text-muted')}>
            {hasEnded ? 'Offer ended' : respondText(seconds)}
          </p>
        </div>
      </div>
      <Pay offer={offer} />
      <Said offer={offer} />
      <OfferAnswers
        answer={answer}
        // Not `disabled`: that would take the focus away.
        isOff={hasEnded || answer.answering !== null}
        titleId={titleId}
        pricePence={poundsToPence(offer.price)}
        namesPrice={offer.openPrice === true}
        onPropose={onPropose}
      />
    </article>
  );
}

/** 'You have 24 seconds to respond' */
export function respondText(seconds: number): string {
  return `You have ${seconds} ${seconds === 1 ? 'second' : 'seconds'} to respond`;
}

function Pay({ offer: { openPrice, price, feePence, netPence, paymentMethod, collectInCash } }: Shown) {
  return (
    <div className="grid grid-cols-1 gap-2">
      {openPrice ? (
        <p className="text-l font-[700]">{YOU_NAME_PRICE}</p>
      ) : (
        <PayFigures pricePence={poundsToPence(price)} feePence={feePence} netPence={netPence} />
      )}
      <HowPaid
        method={paymentMethod}
        collectPounds={collectInCash}
        netPence={openPrice ? undefined : netPence}
      />
    </div>
  );
}

interface Shown {
  offer: LiveOffer;
}

/** The client's words, two lines of them, and the photo. */
function Said({ offer: { description, photoUrl } }: Shown) {
  if (!description && !photoUrl) return null;
  return (
    <div className="flex items-start gap-3 border-t-[1.5px] border-dashed border-line pt-3">
      {description && (
        <p dir="auto" className="line-clamp-2 min-w-0 flex-1 text-s [overflow-wrap:anywhere]">
          {description}
        </p>
      )}
      {photoUrl && <JobPhoto url={photoUrl} isThumb />}
    </div>
  );
}

function useDropped(bookingId: string, isOver: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => dropOffer(queryClient, bookingId), LINGER);
    return () => clearTimeout(timer);
  }, [queryClient, bookingId, isOver]);
}
