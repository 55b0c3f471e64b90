// One live offer: what, where, when, what it pays, and the seconds left to answer.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { poundsToPence } from '@/shared/money';
import { useSecondsLeft } from '@/shared/useSecondsLeft';
import { Button, cx } from '@/ui';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { PlaceAndTime } from '../PlaceAndTime';
import { PayFigures, YOU_NAME_PRICE } from '../pay';
import { NAME_PRICE, ProposeButton } from '../proposals/ProposeButton';
import { Countdown } from './Countdown';
import { dropOffer, type LiveOffer } from './offers';
import { useAnswer } from './useAnswer';

/** Milliseconds for which an ended offer still says so. */
const LINGER = 3000;

interface OfferCardProps {
  offer: LiveOffer;
  /** Over a page that is about something else: a heading of its own rank, and no more than it takes to decide. */
  isToast?: boolean;
  /** Opens the form for another price, or for the first; without it there is no button for that. */
  onPropose?: (() => void) | undefined;
}

export function OfferCard({ offer, isToast = false, onPropose }: OfferCardProps) {
  const { bookingId, title, description, district, distance_km, urgency } = offer;
  const seconds = useSecondsLeft(offer.endsAt);
  const hasEnded = seconds === 0;
  const { accept, decline, answering } = useAnswer({ bookingId, startsAt: offer.window?.start });
  // Not `disabled`: that would take the focus away.
  const isOff = hasEnded || answering !== null;
  const card = useFocusHandedTo<HTMLElement>('page-title');
  // What is being answered stays until the answer is known.
  useDropped(bookingId, hasEnded && !answering);
  const id = `offer-${bookingId}`;
  const Heading = isToast ? 'h2' : 'h3';
  return (
    <article
      ref={card}
      aria-labelledby={`${id}-title`}
      className="card grid grid-cols-1 gap-2.5 border-copper-line p-3.5 shadow-lift"
    >
      <div className="flex flex-wrap items-start gap-3">
        <Countdown seconds={seconds} of={offer.lasts} />
        <div className="min-w-0 flex-1 basis-40">
          <Heading
            id={`${id}-title`}
            className="text-m leading-snug tracking-normal [overflow-wrap:anywhere]"
          >
            {title}
          </Heading>
          <PlaceAndTime
            district={district}
            distance={distance_km}
            time={{ timeslot: offer.window, urgency }}
          />
          <p className={cx('num text-xs', hasEnded ? 'font-[650] text-warn' : 'text-muted')}>
            {hasEnded
              ? 'Offer ended'
              : `You have ${seconds} ${seconds === 1 ? 'second' : 'seconds'} to respond`}
          </p>
        </div>
      </div>
      {!isToast && description && (
        <p dir="auto" className="line-clamp-2 text-s [overflow-wrap:anywhere]">
          {description}
        </p>
      )}
      {offer.openPrice ? (
        <p className="font-[650]">{YOU_NAME_PRICE}</p>
      ) : (
        <PayFigures
          pricePence={poundsToPence(offer.price)}
          feePence={offer.feePence}
          netPence={offer.netPence}
        />
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button
          className="grow"
          look="quiet"
          size="small"
          aria-describedby={`${id}-title`}
          busy={answering === 'decline'}
          busyText="Declining…"
          aria-disabled={isOff}
          onClick={isOff ? undefined : decline}
        >
          Decline
        </Button>
        <Button
          className="grow-2 basis-1/2"
          size="small"
          aria-describedby={`${id}-title`}
          busy={answering === 'accept'}
          busyText="Accepting…"
          aria-disabled={isOff}
          onClick={isOff ? undefined : offer.openPrice ? onPropose : accept}
        >
          {offer.openPrice ? NAME_PRICE : 'Accept'}
        </Button>
      </div>
      {onPropose && (
        <ProposeButton
          pricePence={poundsToPence(offer.price)}
          describedBy={`${id}-title`}
          isOff={isOff}
          onClick={onPropose}
        />
      )}
    </article>
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
