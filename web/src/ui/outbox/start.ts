// Has what waits sent for as long as a page is open: when something is added, when the server answers again, when the page is looked at.
import type { QueryClient } from '@tanstack/react-query';
import { whatJobsChange } from '@/api/keys';
import { isOffline, subscribeOffline } from '@/shared/connection';
import { onOutboxChange, waitingItems } from '@/shared/outbox/items';
import { forgetOldPhotos } from '@/shared/outbox/photos';
import { createSender } from '@/shared/outbox/sender';
import { onPersonChange } from '@/shared/session';
import { sendItem } from './send';
import { isStep, waitingSteps } from './steps';

/** Until the returned function is called. */
export function startSending(queryClient: QueryClient): () => void {
  const sender = createSender({ send: (item) => sendItem(queryClient, item), isStep });
  const stops = new AbortController();
  const flush = () => {
    if (!stops.signal.aborted && !isOffline() && waitingItems().length > 0) void sender.flush();
  };
  const ends = [onOutboxChange, subscribeOffline, onPersonChange].map((subscribe) => subscribe(flush));
  ends.push(refreshWhenGone(queryClient));
  document.addEventListener('visibilitychange', flush, { signal: stops.signal });
  void forgetOldPhotos();
  flush();
  return () => {
    stops.abort();
    for (const end of ends) end();
    sender.close();
  };
}

/** Another tab may have sent a step: where the job stands now is asked here, too. */
function refreshWhenGone(queryClient: QueryClient): () => void {
  let before = stepIds();
  return onOutboxChange(() => {
    const now = stepIds();
    const isFewer = before.some((id) => !now.includes(id));
    before = now;
    if (isFewer) for (const queryKey of whatJobsChange) void queryClient.invalidateQueries({ queryKey });
  });
}

function stepIds(): string[] {
  return waitingSteps().map(({ id }) => id);
}
