// The live offers, and the jobs that this pro has answered and whose client has not agreed yet: fetched once the stream is open, then kept up to
// date by its events.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { fetchOffers, type Offer, type WaitingJob } from '@/api/jobs';
import { keys } from '@/api/keys';
import { serverNow } from '@/shared/session';

/** An offer with its end by this device's clock, whatever time that shows. */
export interface LiveOffer extends Offer {
  endsAt: number;
}

/** Tells an offer from others; the same booking is offered again at another price. */
export function nameOf({ bookingId, price }: LiveOffer): string {
  return `${bookingId} ${price}`;
}

interface Open {
  offers: LiveOffer[];
  waiting: WaitingJob[];
}

const openQuery = queryOptions({
  queryKey: keys.pro.offers,
  queryFn: async ({ signal }): Promise<Open> => {
    const { items, waiting = [] } = await fetchOffers(signal);
    return { offers: items.map(live), waiting };
  },
  // Only events, own answers and a new connection change them.
  staleTime: Number.POSITIVE_INFINITY,
});

export const offersQuery = { ...openQuery, select: ({ offers }: Open) => offers };

export const waitingQuery = { ...openQuery, select: ({ waiting }: Open) => waiting };

const nothing: Open = { offers: [], waiting: [] };

/** By the server's clock, since an event may come late; no later than `ttl` says, since that clock is known to a second only. */
function live(offer: Offer): LiveOffer {
  const ahead = serverNow() - Date.now();
  return { ...offer, endsAt: Math.min(Date.parse(offer.expiresAt) - ahead, Date.now() + offer.ttl * 1000) };
}

/** In the order in which they end. A second offer of a booking, at a new price, replaces the first. */
export function addOffer(queryClient: QueryClient, offer: Offer): void {
  change(queryClient, (offers) =>
    [...without(offers, offer.bookingId), live(offer)].sort((a, b) => a.endsAt - b.endsAt),
  );
}

/** Returns whether it was there. */
export function dropOffer(queryClient: QueryClient, bookingId: string): boolean {
  const { offers } = queryClient.getQueryData(openQuery.queryKey) ?? nothing;
  const rest = without(offers, bookingId);
  if (rest.length === offers.length) return false;
  change(queryClient, (now) => without(now, bookingId));
  return true;
}

/** Returns whether it waited for its client. */
export function dropWaiting(queryClient: QueryClient, bookingId: string): boolean {
  const { waiting } = queryClient.getQueryData(openQuery.queryKey) ?? nothing;
  const rest = waiting.filter(({ id }) => id !== bookingId);
  if (rest.length === waiting.length) return false;
  queryClient.setQueryData(openQuery.queryKey, (open = nothing) => ({ ...open, waiting: rest }));
  return true;
}

/** Fetches both lists again. */
export function refreshOffers(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: openQuery.queryKey });
}

function without(offers: LiveOffer[], bookingId: string): LiveOffer[] {
  return offers.filter((offer) => offer.bookingId !== bookingId);
}

function change(queryClient: QueryClient, update: (offers: LiveOffer[]) => LiveOffer[]): void {
  const { queryKey } = openQuery;
  queryClient.setQueryData(queryKey, (open = nothing) => ({ ...open, offers: update(open.offers) }));
  // An answer on its way may not know of it yet.
  if (queryClient.isFetching({ queryKey }) > 0) void queryClient.invalidateQueries({ queryKey });
}
