// The live offers: fetched once the stream is open, then kept up to date by its events.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { fetchOffers, type Offer } from '@/api/jobs';
import { keys } from '@/api/keys';

/** An offer with its end by this device's clock, whatever time that shows. */
export interface LiveOffer extends Offer {
  endsAt: number;
}

export const offersQuery = queryOptions({
  queryKey: keys.pro.offers,
  queryFn: async ({ signal }) => (await fetchOffers(signal)).map(live),
  // Only events and a new connection change them.
  staleTime: Number.POSITIVE_INFINITY,
});

function live(offer: Offer): LiveOffer {
  return { ...offer, endsAt: Date.now() + offer.ttl * 1000 };
}

/** In the order in which they end. A second offer of a booking, at a new price, replaces the first. */
export function addOffer(queryClient: QueryClient, offer: Offer): void {
  change(queryClient, (offers) =>
    [...without(offers, offer.bookingId), live(offer)].sort((a, b) => a.endsAt - b.endsAt),
  );
}

/** Returns whether it was there. */
export function dropOffer(queryClient: QueryClient, bookingId: string): boolean {
  const offers = queryClient.getQueryData(offersQuery.queryKey) ?? [];
  const rest = without(offers, bookingId);
  if (rest.length === offers.length) return false;
  change(queryClient, (now) => without(now, bookingId));
  return true;
}

function without(offers: LiveOffer[], bookingId: string): LiveOffer[] {
  return offers.filter((offer) => offer.bookingId !== bookingId);
}

function change(queryClient: QueryClient, update: (offers: LiveOffer[]) => LiveOffer[]): void {
  const { queryKey } = offersQuery;
  queryClient.setQueryData(queryKey, (offers = []) => update(offers));
  // An answer on its way may not know of it yet.
  if (queryClient.isFetching({ queryKey }) > 0) void queryClient.invalidateQueries({ queryKey });
}
