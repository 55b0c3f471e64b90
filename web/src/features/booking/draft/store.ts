// Keeps the draft in browser storage, versioned and with a lifetime, and tells React of every change, also one made in another tab.
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

function tell(): void {
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
    // Unreadable: as good as none.
  }
  void forgetPhoto();
  return emptyDraft(randomId());
}

function save(draft: BookingDraft): void {
  current = draft;
  const kept: Kept = { version: VERSION, savedAt: Date.now(), draft };
  writeStored(KEY, JSON.stringify(kept));
  tell();
}

export function getDraft(): BookingDraft {
  current ??= read();
  return current;
}

/** Changes some fields; `undefined` removes one. */
export function updateDraft(change: Partial<BookingDraft>): void {
  const next: Record<string, unknown> = { ...getDraft(), ...change };
  for (const name of Object.keys(next)) if (next[name] === undefined) delete next[name];
  save(next as unknown as BookingDraft);
}

/** Keeps the userId, clears everything else and starts a new draft id. */
export function resetDraft(): void {
  const { userId } = getDraft();
  void forgetPhoto();
  const fresh = emptyDraft(randomId());
  save(userId ? { ...fresh, userId } : fresh);
}

/** Logging out leaves nothing behind on a shared computer; a session that ran out keeps the draft. */
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

/** The draft, re-rendering on change. Change it with updateDraft. */
export function useDraft(): BookingDraft {
  return useSyncExternalStore(subscribe, getDraft);
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY) return;
    current = null;
    tell();
  });
}

/** For tests: forget what is in memory, as a reload does. */
export function reloadDraft(): void {
  current = null;
  tell();
}
