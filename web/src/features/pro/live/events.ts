// What each event of the pro's stream changes on the screen. The lists themselves are fetched again: an event only says that they have changed.
import type { QueryClient } from '@tanstack/react-query';
import type { Offer } from '@/api/jobs';
import { keys, whatJobsChange } from '@/api/keys';
import type { StreamEvent } from '@/shared/eventStream';
import { toast } from '@/ui';
import { forgetUnread, noteUnread } from '../chat/unread';
import { addOffer, dropOffer, dropWaiting, refreshOffers } from '../offers/offers';

type Handler = (queryClient: QueryClient, data: { bookingId: string; unread?: number }) => void;

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
    if (dropWaiting(queryClient, bookingId)) toast('The client has not agreed. The job is not yours.');
    refreshJobs(queryClient);
  },
  assigned: (queryClient, { bookingId }) => {
    dropOffer(queryClient, bookingId);
    if (dropWaiting(queryClient, bookingId))
      toast('The client has agreed. The job is yours.', { tone: 'good' });
    refreshJobs(queryClient);
  },
  cancelled: (queryClient, { bookingId }) => {
    dropOffer(queryClient, bookingId);
    dropWaiting(queryClient, bookingId);
    refreshJobs(queryClient);
    toast('One of your jobs was cancelled', { tone: 'bad' });
  },
  suggested: (queryClient) => {
    refreshJobs(queryClient);
    toast('A client suggests another time');
  },
  updated: refreshJobs,
  document_verified: (queryClient) => {
    refreshDocuments(queryClient);
    toast('We have verified one of your documents', { tone: 'good' });
  },
  document_rejected: (queryClient) => {
    refreshDocuments(queryClient);
    toast('We could not accept one of your documents. Your documents say why.', { tone: 'bad' });
  },
  document_ends_soon: (queryClient) => {
    refreshDocuments(queryClient);
    toast('One of your documents ends soon', { tone: 'warn' });
  },
  document_ended: (queryClient) => {
    refreshDocuments(queryClient);
    toast('One of your documents has ended. Please upload a newer one.', { tone: 'bad' });
  },
  pool: refreshPool,
  message: (queryClient, { bookingId, unread = 0 }) => {
    noteUnread(bookingId, unread);
    refreshJobs(queryClient);
  },
};

/** An event that only a newer server knows changes nothing. */
export function onEvent(queryClient: QueryClient, { event, data }: StreamEvent): void {
  if (Object.hasOwn(handlers, event)) handlers[event]?.(queryClient, JSON.parse(data));
}

/** Whatever may have happened while nobody listened. */
export function catchUp(queryClient: QueryClient): void {
  // A stream begins with what is unread.
  forgetUnread();
  refreshOffers(queryClient);
  refreshJobs(queryClient);
}

function refreshJobs(queryClient: QueryClient): void {
  for (const queryKey of whatJobsChange) void queryClient.invalidateQueries({ queryKey });
}

function refreshPool(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: keys.pro.jobs.list('pending') });
}

/** The profile says what the pro still waits for, so it changes with them. */
function refreshDocuments(queryClient: QueryClient): void {
  for (const queryKey of [keys.pro.documents, keys.pro.profile])
    void queryClient.invalidateQueries({ queryKey });
}
