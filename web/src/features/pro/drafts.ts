// What a pro has typed into a form and not saved yet. It is kept in this browser for 7 days and for that pro alone, until it is saved or the pro
// logs out (shared/session).
import { createStore } from '@/shared/createStore';
import { getSession, onPersonChange } from '@/shared/session';
import { PRO_DRAFTS, readStored, removeStored, writeStored } from '@/shared/storage';

/** The steps with something to type, the company's details, the beginning or end of a job, and what a pro writes about one. */
export type DraftName =
  | 'basics'
  | 'area'
  | 'skills'
  | 'documents'
  | 'company'
  | `${'begin' | 'finish' | 'notes' | 'mismatch' | 'newWork'}:${string}`;

/** The fields of a form as typed. */
export type Typed = Record<string, string | string[]>;

export type Drafts = Partial<Record<DraftName, Typed>>;

interface Kept {
  version: number;
  /** Unix milliseconds of the last change. */
  savedAt: number;
  pro: string;
  drafts: Drafts;
}

const VERSION = 1;
const LIFETIME = 7 * 24 * 60 * 60 * 1000;
const none: Drafts = {};

let last: { from: string; drafts: Drafts } = { from: '', drafts: none };
const store = createStore(getDrafts);

/** The same object for as long as neither storage nor the pro changes. */
export function getDrafts(): Drafts {
  const pro = getSession()?.id;
  const stored = readStored(PRO_DRAFTS);
  const from = `${pro}\n${stored}`;
  if (from !== last.from) last = { from, drafts: draftsOf(pro, stored) };
  return last.drafts;
}

function draftsOf(pro: string | undefined, stored: string | null): Drafts {
  const kept = parsed(stored);
  const isOwn = kept?.version === VERSION && kept.pro === pro && Date.now() - kept.savedAt < LIFETIME;
  return isOwn ? kept.drafts : none;
}

function parsed(stored: string | null): Kept | null {
  try {
    return JSON.parse(stored ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

export const useDrafts = store.use;

export function keepDraft(name: DraftName, typed: Typed): void {
  save({ ...getDrafts(), [name]: typed });
}

export function forgetDraft(name: DraftName): void {
  const { [name]: _saved, ...rest } = getDrafts();
  save(rest);
}

function save(drafts: Drafts): void {
  const pro = getSession()?.id;
  if (!pro || Object.keys(drafts).length === 0) removeStored(PRO_DRAFTS);
  else
    writeStored(
      PRO_DRAFTS,
      JSON.stringify({ version: VERSION, savedAt: Date.now(), pro, drafts } satisfies Kept),
    );
  store.changed();
}

/** The form's values with what was typed instead of them; anything that does not fit the form is left out. */
export function withDraft<Form extends Typed>(name: DraftName, saved: Form): Form {
  const typed = getDrafts()[name] ?? {};
  const fitting = Object.entries(saved).map(([field, value]) => {
    const draft = typed[field];
    const fits = Array.isArray(value) ? isTexts(draft) : typeof draft === 'string';
    return [field, fits ? draft : value];
  });
  return Object.fromEntries(fitting) as Form;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** Somebody else's are of no use to whoever is signed in now. */
function forgetStrangers(): void {
  const pro = getSession()?.id;
  if (pro && parsed(readStored(PRO_DRAFTS))?.pro !== pro) removeStored(PRO_DRAFTS);
}

if (typeof window !== 'undefined') {
  forgetStrangers();
  onPersonChange(forgetStrangers);
  window.addEventListener('storage', ({ key }) => {
    // The key is null when storage was cleared entirely.
    if (key === PRO_DRAFTS || key === null) store.changed();
  });
}
