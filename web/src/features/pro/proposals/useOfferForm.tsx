import { useState } from 'react';
import { poundsToPence } from '@/shared/money';
import type { LiveOffer } from '../offers/offers';
import { PriceDialog } from './PriceDialog';

/** The form for the price of an offer. It outlives its offer: once that has ended, the job is in the pool, where a price can still be proposed. */
export function useOfferForm() {
  const [offer, setOffer] = useState<LiveOffer | null>(null);
  const form = offer && (
    <PriceDialog
      job={{ ...offer, startsAt: offer.window?.start, pricePence: poundsToPence(offer.price) }}
      onClose={() => setOffer(null)}
    />
  );
  return { open: setOffer, form };
}
