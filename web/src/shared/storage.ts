// Browser storage that never throws. Where it is blocked (site data switched off) or full, this page's memory stands in for it, so that
// people can still book; a strip says that closing the page loses what they entered.
import { createStore } from './createStore';

/** Where the bookings somebody has seen are kept (seenBookings); whoever is forgotten takes them along. */
export const SEEN_BOOKINGS = 'callout.seen-bookings';

/** Where a pro's unsaved forms are kept (features/pro/drafts); whoever logs out takes them along. */
export const PRO_DRAFTS = 'callout.pro-drafts';

/** Where steps of jobs and messages wait until the server has them (shared/outbox). */
export const OUTBOX = 'callout.outbox';
/** Below this, those of one person: they go when that person logs out, and with nobody else. */
export const outboxOf = (person: string) => `${OUTBOX}/${person}/`;

/** Where answers are kept for use without a network (shared/keptAnswers); whoever is forgotten takes them along. */
export const KEPT_ANSWERS = 'callout.kept-answers';

/** Whom this browser's notifications are for (browserPush); whoever logs out takes it along. */
export const PUSH_FOR = 'callout.push-for';

/** Where it is kept that new jobs make no sound on this device (features/pro/live/sound). */
export const SILENT = 'callout.silent';

export interface Kept {
  read: (key: string) => string | null;
  write: (key: string, value: string) => void;
  remove: (key: string) => void;
  /** All keys that begin so, in a fixed order. */
  keysUnder: (prefix: string) => string[];
}

let isBlocked = false;
const blockedStore = createStore(() => isBlocked);

/** Whether something is kept in this page's memory alone. */
export const useStorageBlocked = blockedStore.use;

/** Something could not be stored in this browser. While the app is built there is none (app/prerender). */
export function noteBlocked(): void {
  if (isBlocked || import.meta.env.SSR) return;
  isBlocked = true;
  // A draft may be read while a screen renders, which nothing else may be told of.
  queueMicrotask(blockedStore.changed);
}

const memories = new Set<Map<string, string>>();

function keptIn(area: () => Storage): Kept {
  /** What could not be stored; it is newer than what may still be stored. */
  const memory = new Map<string, string>();
  memories.add(memory);
  return {
    read: (key) => {
      const remembered = memory.get(key);
      if (remembered !== undefined) return remembered;
      try {
        return area().getItem(key);
      } catch {
        noteBlocked();
        return null;
      }
    },
    write: (key, value) => {
      try {
        area().setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
        noteBlocked();
      }
    },
    remove: (key) => {
      memory.delete(key);
      try {
        area().removeItem(key);
      } catch {
        // It is blocked, so nothing is stored there.
      }
    },
    keysUnder: (prefix) => {
      const keys = new Set(memory.keys());
      try {
        for (const key of Object.keys(area())) keys.add(key);
      } catch {
        noteBlocked();
      }
      return [...keys].filter((key) => key.startsWith(prefix)).sort();
    },
  };
}

if (typeof window !== 'undefined') {
  // Another tab could store it meanwhile: that is newer. The key is null when storage was cleared entirely.
  window.addEventListener('storage', ({ key }) => {
    for (const memory of memories) {
      if (key === null) memory.clear();
      else memory.delete(key);
    }
  });
}

/** For all tabs, until it is removed. */
export const {
  read: readStored,
  write: writeStored,
  remove: removeStored,
  keysUnder,
} = keptIn(() => localStorage);

/** For this tab. */
export const inTab = keptIn(() => sessionStorage);

/** For tests: as after a page load. */
export function forgetMemory(): void {
  for (const memory of memories) memory.clear();
  isBlocked = false;
  blockedStore.changed();
}
