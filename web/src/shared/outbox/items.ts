// What the server has not acknowledged yet: steps of jobs and messages. It is kept in this browser, so that a reload, a basement or a dead battery
// loses nothing; the server knows each by its `id` and takes it once, however often it is sent. It belongs to one person: nobody else sees it, and
// it goes when that person logs out; a guest's goes along to the account that takes over the guest's bookings.
import { type Check, isNumber, isOptional, isShape, isText } from '../checks';
import { createStore } from '../createStore';
import { randomId } from '../id';
import { personHere } from '../ofPerson';
import { onPersonChange } from '../session';
import { keysUnder, OUTBOX, outboxOf, readStored, removeStored, writeStored } from '../storage';

export interface Waiting {
  /** Under this name the server takes it once. */
  id: string;
  bookingId: string;
  /** Which sort of thing it is (ui/outbox/kinds). */
  kind: string;
  /** What is sent. A photo that waits, too, stands in it by its reference (./photos). */
  what: unknown;
  /** When it was written or pressed, Unix milliseconds by this device's clock. */
  at: number;
  /** Where photos of it have been uploaded to, by reference. */
  uploaded?: Readonly<Record<string, string>> | undefined;
  /** Why the server does not want it; it is not sent again by itself. */
  refusal?: Refusal | undefined;
  /** Its place among what waits, once it does. */
  place?: number | undefined;
  /** The page that sends it itself, and keeps it here only in case it ends meanwhile. */
  inHand?: string | undefined;
}

export interface Refusal {
  code: string;
  text: string;
}

const isAnything = (_: unknown): _ is unknown => true;

const isUploaded: Check<Readonly<Record<string, string>>> = (value): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText(1000));

const isItem = isShape<Waiting>({
  id: isText(64),
  bookingId: isText(100),
  kind: isText(50),
  what: isAnything,
  at: isNumber,
  uploaded: isOptional(isUploaded),
  refusal: isOptional(isShape<Refusal>({ code: isText(100), text: isText(1000) })),
  place: isOptional(isNumber),
  inHand: isOptional(isText(64)),
});

let last: { stored: string; items: readonly Waiting[] } = { stored: '', items: [] };

function itemsOf(person: string): readonly Waiting[] {
  const texts = keysUnder(outboxOf(person)).map((key) => readStored(key) ?? '');
  const stored = texts.join('\n');
  if (stored !== last.stored) last = { stored, items: texts.flatMap(parsed).sort(byPlace) };
  return last.items;
}

function parsed(text: string): Waiting[] {
  try {
    const item: unknown = JSON.parse(text);
    return isItem(item) ? [item] : [];
  } catch {
    return [];
  }
}

const byPlace = (one: Waiting, other: Waiting) => (one.place ?? 0) - (other.place ?? 0);

/** Each has a key of its own: what one tab keeps, also in memory alone, no other tab overwrites. */
const keyOf = (person: string, id: string) => outboxOf(person) + id;

function append(person: string, items: readonly Waiting[]): void {
  let place = itemsOf(person).at(-1)?.place ?? 0;
  for (const item of items) {
    place += 1;
    writeStored(keyOf(person, item.id), JSON.stringify({ ...item, place }));
  }
  store.changed();
}

/** Of the person who uses this browser now, the oldest first; the same list for as long as nothing changes. */
export function waitingItems(): readonly Waiting[] {
  return itemsOf(personHere());
}

const store = createStore(waitingItems);
export const useWaitingItems = store.use;
export const onOutboxChange = store.subscribe;

/** A guest's bookings have passed to an account, whose session is about to start: what waits goes along, under the same names, so that the server
 *  stores once what it has already. Null is nobody. */
export function passOutbox(from: string | null, to: string): void {
  if (from === null) return;
  const items = itemsOf(from);
  append(to, items);
  for (const { id } of items) removeStored(keyOf(from, id));
  store.changed();
}

export function newItem(kind: string, bookingId: string, what: unknown): Waiting {
  return { id: randomId(), bookingId, kind, what, at: Date.now() };
}

/** Has it sent as soon as there is a connection, after what waits already. */
export function queueItem(item: Waiting): void {
  append(personHere(), [item]);
}

/** This page, until it is left or reloaded. */
const PAGE = randomId();

/** Keeps it while this page sends it itself: neither shown nor sent as what waits, unless the page ends. */
export function takeInHand(item: Waiting): void {
  queueItem({ ...item, inHand: PAGE });
}

export function isInHand({ inHand }: Waiting): boolean {
  return inHand === PAGE;
}

/** It could not be sent: it waits like any other. */
export function letWait(id: string): void {
  changeItem(id, ({ inHand: _, ...item }) => item);
}

/** The server has them, or their writer has given them up. */
export function dropItems(ids: readonly string[]): void {
  const dropped = waitingItems().filter(({ id }) => ids.includes(id));
  if (dropped.length === 0) return;
  for (const { id } of dropped) removeStored(keyOf(personHere(), id));
  store.changed();
}

export function changeItem(id: string, how: (item: Waiting) => Waiting): void {
  const item = waitingItems().find((one) => one.id === id);
  if (!item) return;
  const changed = how(item);
  writeStored(keyOf(personHere(), changed.id), JSON.stringify(changed));
  if (changed.id !== id) removeStored(keyOf(personHere(), id));
  store.changed();
}

/** The server does not want it: its writer decides. */
export function noteRefusal(id: string, refusal: Refusal): void {
  changeItem(id, (item) => ({ ...item, refusal }));
}

/** Tries a refused one again; as something else, under another name, where `what` is given. */
export function retryItem(id: string, what?: unknown): void {
  changeItem(id, ({ refusal: _, ...item }) =>
    what === undefined ? item : { ...item, id: randomId(), what },
  );
}

/** Where earlier versions kept messages. */
const MESSAGES_BEFORE = 'callout.chat-outbox';

/** What they kept: one list under one key. */
interface Before {
  person: string;
  items?: unknown[];
  messages?: Record<string, unknown>[];
}

/** Takes over what an earlier version left waiting. */
function adopt(key: string): void {
  const raw = readStored(key);
  if (raw === null) return;
  removeStored(key);
  try {
    const { person, items = [], messages = [] } = JSON.parse(raw) as Before;
    append(person, [...items, ...messages.map(ofMessage)].filter(isItem));
  } catch {
    // Nothing that could be sent.
  }
}

const ofMessage = ({ clientId, bookingId, text, proId, at }: Record<string, unknown>) => ({
  ...{ id: clientId, bookingId, kind: 'message', at },
  what: { text, proId, as: proId === undefined ? 'person' : 'client' },
});

if (typeof window !== 'undefined') {
  for (const key of [MESSAGES_BEFORE, OUTBOX]) adopt(key);
  // The key is null when storage was cleared entirely.
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(OUTBOX)) store.changed();
  });
  onPersonChange(store.changed);
}
