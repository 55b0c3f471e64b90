// Browser storage that never throws: in private windows and on full disks it behaves as if it were empty.

/** Where the bookings somebody has seen are kept (seenBookings); whoever is forgotten takes them along. */
export const SEEN_BOOKINGS = 'callout.seen-bookings';

/** Where a pro's unsaved forms are kept (features/pro/drafts); whoever logs out takes them along. */
export const PRO_DRAFTS = 'callout.pro-drafts';

/** Where messages wait until the server has them (shared/chatOutbox); whoever logs out takes them along. */
export const CHAT_OUTBOX = 'callout.chat-outbox';

/** Whom this browser's notifications are for (browserPush); whoever logs out takes it along. */
export const PUSH_FOR = 'callout.push-for';

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns whether the value was stored. */
export function writeStored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is unavailable, so there is nothing to remove.
  }
}
