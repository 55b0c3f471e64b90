// What the server has not acknowledged yet: steps of jobs and messages. It is kept in this browser, so that a reload, a basement or a dead battery
// loses nothing; the server knows each by its `id` and takes it once, however often it is sent. It belongs to one person and goes when that
// person logs out; a guest's goes along to the account that takes over the guest's bookings.
import { type Check, isNumber, isOptional, isShape, isText } from '../checks';
import { randomId } from '../id';
import { keptOfPerson } from '../ofPerson';
import { OUTBOX, readStored, removeStored } from '../storage';

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

const kept = keptOfPerson<Waiting>({
  key: OUTBOX,
  isItem: isShape<Waiting>({
    id: isText(64),
    bookingId: isText(100),
    kind: isText(50),
    what: isAnything,
    at: isNumber,
    uploaded: isOptional(isUploaded),
    refusal: isOptional(isShape<Refusal>({ code: isText(100), text: isText(1000) })),
    inHand: isOptional(isText(64)),
  }),
});

/** Of the person who uses this browser now, the oldest first; the same list for as long as nothing changes. */
export const waitingItems = kept.items;
export const useWaitingItems = kept.use;
export const onOutboxChange = kept.subscribe;
/** A guest's bookings have passed to an account, whose session is about to start: what waits goes along, under the same names, so that the server
 *  stores once what it has already. */
export const passOutbox = kept.pass;

export function newItem(kind: string, bookingId: string, what: unknown): Waiting {
  return { id: randomId(), bookingId, kind, what, at: Date.now() };
}

/** Has it sent as soon as there is a connection, after what waits already. */
export function queueItem(item: Waiting): void {
  kept.write([...waitingItems(), item]);
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
  const before = waitingItems();
  const after = before.filter(({ id }) => !ids.includes(id));
  if (after.length < before.length) kept.write(after);
}

export function changeItem(id: string, how: (item: Waiting) => Waiting): void {
  if (!waitingItems().some((item) => item.id === id)) return;
  kept.write(waitingItems().map((item) => (item.id === id ? how(item) : item)));
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
const BEFORE = 'callout.chat-outbox';

/** Takes over what an earlier version left waiting. */
function adopt(): void {
  const raw = readStored(BEFORE);
  if (raw === null) return;
  removeStored(BEFORE);
  try {
    const { person, messages } = JSON.parse(raw);
    const items = messages.map(({ clientId, bookingId, text, proId, at }: Record<string, unknown>) => ({
      ...{ id: clientId, bookingId, kind: 'message', at },
      what: { text, proId, as: proId === undefined ? 'person' : 'client' },
    }));
    if (readStored(OUTBOX) === null) kept.write(items, person);
  } catch {
    // Nothing that could be sent.
  }
}

if (typeof window !== 'undefined') adopt();
