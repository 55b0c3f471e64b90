// The live offers over every page of the area but those that show them themselves: the stream's, and an offer's own.
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
  const page = useMatch('/master/booking/:id');
  const proposing = useOfferForm();
  const elsewhere = offers.filter(({ bookingId }) => bookingId !== page?.params.id);
  return (
    <>
      {!isStream && elsewhere.length > 0 && <Toasts offers={elsewhere} onPropose={proposing.open} />}
      {proposing.form}
    </>
  );
}

interface ToastsProps {
  offers: LiveOffer[];
  onPropose: (offer: LiveOffer) => void;
}

function Toasts({ offers, onPropose }: ToastsProps) {
  const more = offers.length - SHOWN;
  return (
    // At a desk at the foot: the header's links and the availability switch stay free.
    <section
      ref={besideToasts}
      aria-label="Job offers"
      className="fixed inset-x-0 bottom-[calc(var(--covered)+env(safe-area-inset-bottom))] z-20 mx-auto grid max-h-[calc(100dvh-var(--covered)-5rem)] w-full max-w-[26rem] grid-cols-1 gap-2.5 overflow-y-auto overscroll-contain p-3 desk:pointer-events-none desk:inset-x-auto desk:right-3 desk:max-h-[calc(100dvh-5rem)] desk:*:pointer-events-auto"
    >
      {offers.slice(0, SHOWN).map((offer) => (
        <OfferCard key={offer.bookingId} offer={offer} isToast onPropose={() => onPropose(offer)} />
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
