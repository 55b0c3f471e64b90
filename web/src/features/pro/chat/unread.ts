// How many messages of each job's client are unread, as the pro's stream says.
import { createStore } from '@/shared/createStore';
import { onPersonChange } from '@/shared/session';

let total = 0;
const byJob = new Map<string, number>();
const store = createStore(() => total);

export function noteUnread(bookingId: string, unread: number): void {
  if (unread > 0) byJob.set(bookingId, unread);
  else byJob.delete(bookingId);
  tell();
}

/** Before a stream says it anew, or somebody else comes. */
export function forgetUnread(): void {
  byJob.clear();
  tell();
}

/** Of all jobs together. */
export const useUnread = store.use;

function tell(): void {
  total = [...byJob.values()].reduce((sum, unread) => sum + unread, 0);
  store.changed();
}

onPersonChange(forgetUnread);
