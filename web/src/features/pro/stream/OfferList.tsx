import { useQuery } from '@tanstack/react-query';
import { OfferCard } from '../offers/OfferCard';
import { offersQuery } from '../offers/offers';
import { useOfferForm } from '../proposals/useOfferForm';

/** Every live offer, the soonest to end first; nothing while there is none. */
export function OfferList() {
  const { data: offers = [] } = useQuery(offersQuery);
  const proposing = useOfferForm();
  return (
    <>
      {offers.length > 0 && (
        <section aria-labelledby="offers-title" className="grid grid-cols-1 gap-3">
          <h2 id="offers-title" className="text-l">
            Offers for you
          </h2>
          <div className="grid grid-cols-1 gap-3 desk:grid-cols-2">
            {offers.map((offer) => (
              <OfferCard key={offer.bookingId} offer={offer} onPropose={() => proposing.open(offer)} />
            ))}
          </div>
        </section>
      )}
      {proposing.form}
    </>
  );
}
