// The live offers over every page of the area but the stream's, which shows them itself.
import { useQuery } from '@tanstack/react-query';
import { Link, useMatch } from 'react-router';
import { paths } from '@/shared/paths';
import { besideToasts } from '@/ui/bottomBar';
import { useOfferForm } from '../proposals/useOfferForm';
import { OfferCard } from './OfferCard';
import { type LiveOffer, offersQuery } from './offers';

/** How many are shown at once: those that end first. */
const SHOWN = 3;

export function OfferToasts() {
  const { data: offers = [] } = useQuery(offersQuery);
  const isStream = useMatch(paths.master.stream) !== null;
  const naming = useOfferForm();
  return (
    <>
      {!isStream && offers.length > 0 && <Toasts offers={offers} onName={naming.open} />}
      {naming.form}
    </>
  );
}

interface ToastsProps {
  offers: LiveOffer[];
  onName: (offer: LiveOffer) => void;
}

function Toasts({ offers, onName }: ToastsProps) {
  const more = offers.length - SHOWN;
  return (
    // At a desk below the header, whose links stay free.
    <section
      ref={besideToasts}
      aria-label="Job offers"
      className="fixed inset-x-0 bottom-[calc(var(--covered)+env(safe-area-inset-bottom))] z-20 mx-auto grid max-h-[calc(100dvh-var(--covered)-5rem)] w-full max-w-[26rem] grid-cols-1 gap-2.5 overflow-y-auto overscroll-contain p-3 desk:pointer-events-none desk:inset-x-auto desk:top-0 desk:right-3 desk:bottom-auto desk:max-h-dvh desk:pt-20 desk:*:pointer-events-auto"
    >
      {offers.slice(0, SHOWN).map((offer) => (
        <OfferCard
          key={offer.bookingId}
          offer={offer}
          isToast
          onPropose={offer.openPrice ? () => onName(offer) : undefined}
        />
      ))}
      {more > 0 && (
        <Link
          to={paths.master.stream}
          className="card flex min-h-11 items-center justify-center p-2 text-s font-[650] text-action hover:underline"
        >
          {more === 1 ? '1 more offer' : `${more} more offers`}
        </Link>
      )}
    </section>
  );
}
