// Keeps the draft in browser storage, with a version and an expiry, and tells React about changes, including those from other tabs.
import { createStore } from '@/shared/createStore';
import { randomId } from '@/shared/id';
import { onSessionEnd } from '@/shared/session';
import { readStored, writeStored } from '@/shared/storage';
import { forgetUnsaved } from '../address/unsaved';
import { forgetPhoto } from './photo';
import { type BookingDraft, emptyDraft, salvageDraft } from './schema';

const KEY = 'callout.draft';
const VERSION = 1;
const LIFETIME = 7 * 24 * 60 * 60 * 1000;

interface Kept {
  version: number;
  /** Unix milliseconds of the last change. */
  savedAt: number;
  draft: unknown;
}

/** What another tab did to the draft that this tab was showing. */
export type Elsewhere = { what: 'booked'; bookingId: string } | { what: 'cleared' } | { what: 'edited' };

let current: BookingDraft | null = null;
let elsewhere: Elsewhere | null = null;
const store = createStore(getDraft);
const elsewhereStore = createStore(() => elsewhere);

function read(): BookingDraft {
  const raw = readStored(KEY);
  if (!raw) return emptyDraft(randomId());
  try {
    const kept = JSON.parse(raw) as Partial<Kept> | null;
    const age = Date.now() - (kept?.savedAt ?? 0);
    if (kept?.version === VERSION && age < LIFETIME) return salvageDraft(kept.draft, randomId());
  } catch {
    // Unreadable data counts as no draft.
  }
  void forgetPhoto();
  return emptyDraft(randomId());
}

function save(draft: BookingDraft): void {
  const kept: Kept = { version: VERSION, savedAt: Date.now(), draft };
  writeStored(KEY, JSON.stringify(kept));
  show(draft, null);
}

/** A null draft is read from storage when it is next asked for. */
function show(draft: BookingDraft | null, changed: Elsewhere | null): void {
  current = draft;
  elsewhere = changed;
  store.changed();
  elsewhereStore.changed();
}

export function getDraft(): BookingDraft {
  current ??= read();
  return current;
}

/** Changes some fields; `undefined` removes a field. */
export function updateDraft(change: Partial<BookingDraft>): void {
  const next: Record<string, unknown> = { ...getDraft(), ...change };
  for (const name of Object.keys(next)) if (next[name] === undefined) delete next[name];
  save(next as unknown as BookingDraft);
}

/** Clears everything except the userId and starts a new draft id. */
export function resetDraft(): void {
  const { userId, draftId, bookingId } = getDraft();
  void forgetPhoto();
  save({
    ...emptyDraft(randomId()),
    ...(userId && { userId }),
    ...(bookingId && { booked: { draftId, bookingId } }),
  });
}

/** Logging out clears the draft, for shared computers; an expired session keeps it. */
onSessionEnd((how) => {
  if (how !== 'logout') return;
  void forgetPhoto();
  forgetUnsaved();
  save(emptyDraft(randomId()));
});

/** The current draft; re-renders when it changes. Use updateDraft to change it. */
export const useDraft = store.use;

/** What another tab did to the draft, until this tab changes the draft itself. */
export const useElsewhere = elsewhereStore.use;

function whatHappened(was: BookingDraft, now: BookingDraft): Elsewhere | null {
  if (was.draftId !== now.draftId) {
    if (now.booked?.draftId === was.draftId) return { what: 'booked', bookingId: now.booked.bookingId };
    if (was.description !== '') return now.description === '' ? { what: 'cleared' } : { what: 'edited' };
    return null;
  }
  const same = whatIsWanted.every((name) => JSON.stringify(was[name]) === JSON.stringify(now[name]));
  return same ? elsewhere : { what: 'edited' };
}

/** What the client asks for, unlike what booking it adds to the draft. */
const whatIsWanted = ['description', 'postcodePrefix', 'address', 'urgency', 'timeSlotId', 'tier'] as const;

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    // The key is null when storage was cleared entirely.
    if (event.key !== KEY && event.key !== null) return;
    const was = current;
    current = null;
    const now = getDraft();
    // Storage of the session belongs to one tab, so each forgets its own.
    if (was?.draftId !== now.draftId) forgetUnsaved();
    show(now, was && whatHappened(was, now));
  });
}

/** For tests: discards what is in memory, as a reload does. */
export function reloadDraft(): void {
  show(null, null);
}
