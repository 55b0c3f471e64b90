// What each event of the pro's stream changes on the screen. The lists themselves are fetched again: an event only says that they have changed.
import type { QueryClient } from '@tanstack/react-query';
import type { Offer } from '@/api/jobs';
import { keys, whatJobsChange } from '@/api/keys';
import type { StreamEvent } from '@/shared/eventStream';
import { toast } from '@/ui';
import { addOffer, dropOffer, offersQuery } from '../offers/offers';
import { dropSent } from '../proposals/sent';

type Handler = (queryClient: QueryClient, data: { bookingId: string }) => void;

const handlers: Record<string, Handler> = {
  booking: (queryClient, offer) => addOffer(queryClient, offer as Offer),
  taken: (queryClient, { bookingId }) => {
    // Whoever is answering learns it from the answer.
    const isAnswered = queryClient.isMutating({ mutationKey: keys.pro.answer(bookingId) }) > 0;
    if (dropOffer(queryClient, bookingId) && !isAnswered)
      toast('Job was taken by another pro', { duration: 3500 });
    refreshPool(queryClient);
  },
  withdrawn: (queryClient, { bookingId }) => {
    dropOffer(queryClient, bookingId);
    if (dropSent(bookingId)) toast('The client has not agreed. The job is not yours.');
    refreshPool(queryClient);
  },
  assigned: (queryClient, { bookingId }) => {
    dropOffer(queryClient, bookingId);
    if (dropSent(bookingId)) toast('The client has agreed. The job is yours.', { tone: 'good' });
    refreshJobs(queryClient);
  },
  cancelled: (queryClient, { bookingId }) => {
    dropOffer(queryClient, bookingId);
    dropSent(bookingId);
    refreshJobs(queryClient);
    toast('One of your jobs was cancelled', { tone: 'bad' });
  },
  suggested: (queryClient) => {
    refreshJobs(queryClient);
    toast('A client suggests another time');
  },
  updated: refreshJobs,
  pool: refreshPool,
};

/** An event that only a newer server knows changes nothing. */
export function onEvent(queryClient: QueryClient, { event, data }: StreamEvent): void {
  if (Object.hasOwn(handlers, event)) handlers[event]?.(queryClient, JSON.parse(data));
}

/** Whatever may have happened while nobody listened. */
export function catchUp(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: offersQuery.queryKey });
  refreshJobs(queryClient);
}

function refreshJobs(queryClient: QueryClient): void {
  for (const queryKey of whatJobsChange) void queryClient.invalidateQueries({ queryKey });
}

function refreshPool(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: keys.pro.jobs.list('pending') });
}
