import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { poundsToPence } from '@/shared/money';
import { OfferCard } from '../offers/OfferCard';
import { type LiveOffer, offersQuery } from '../offers/offers';
import { ProposeDialog } from '../proposals/ProposeDialog';

/** Every live offer, the soonest to end first; nothing while there is none. */
export function OfferList() {
  const { data: offers = [] } = useQuery(offersQuery);
  // It outlives its offer: once that has ended, the job is in the pool, where a price can still be proposed.
  const [proposing, setProposing] = useState<LiveOffer | null>(null);
  return (
    <>
      {offers.length > 0 && (
        <section aria-labelledby="offers-title" className="grid grid-cols-1 gap-3">
          <h2 id="offers-title" className="text-l">
            Offers for you
          </h2>
          <div className="grid grid-cols-1 gap-3 desk:grid-cols-2">
            {offers.map((offer) => (
              <OfferCard key={offer.bookingId} offer={offer} onPropose={() => setProposing(offer)} />
            ))}
          </div>
        </section>
      )}
      {proposing && (
        <ProposeDialog
          job={{
            ...proposing,
            startsAt: proposing.window?.start,
            pricePence: poundsToPence(proposing.price),
          }}
          onClose={() => setProposing(null)}
        />
      )}
    </>
  );
}
