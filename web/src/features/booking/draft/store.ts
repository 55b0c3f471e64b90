// Keeps the draft in browser storage, with a version and an expiry, and tells React about changes, including those from other tabs.
import { useSyncExternalStore } from 'react';
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

let current: BookingDraft | null = null;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

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
  current = draft;
  const kept: Kept = { version: VERSION, savedAt: Date.now(), draft };
  writeStored(KEY, JSON.stringify(kept));
  notify();
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
  const { userId } = getDraft();
  void forgetPhoto();
  const fresh = emptyDraft(randomId());
  save(userId ? { ...fresh, userId } : fresh);
}

/** Logging out clears the draft, for shared computers; an expired session keeps it. */
onSessionEnd((how) => {
  if (how !== 'logout') return;
  void forgetPhoto();
  forgetUnsaved();
  save(emptyDraft(randomId()));
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current draft; re-renders when it changes. Use updateDraft to change it. */
export function useDraft(): BookingDraft {
  return useSyncExternalStore(subscribe, getDraft);
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY) return;
    current = null;
    notify();
  });
}

/** For tests: discards what is in memory, as a reload does. */
export function reloadDraft(): void {
  current = null;
  notify();
}
