// Messages that the server has not acknowledged yet. They are kept in this browser, so that a reload or a dead battery loses none; the server
// knows each by its `clientId` and stores it once, however often it is sent. They belong to one person and go when that person logs out; a
// guest's go along to the account that takes over the guest's bookings.
import { type Check, isList, isNumber, isOptional, isShape, isText } from './checks';
import { createStore } from './createStore';
import { randomId } from './id';
import { personHere } from './seenBookings';
import { onPersonChange } from './session';
import { CHAT_OUTBOX, readStored, removeStored, writeStored } from './storage';

export interface WaitingMessage {
  bookingId: string;
  /** To whom a client wrote it: the booking may go to another pro before it is sent. A pro's own messages have none. */
  proId?: string | undefined;
  clientId: string;
  text: string;
  /** When it was written, Unix milliseconds by this device's clock. */
  at: number;
  /** Why the server does not want it; it is not sent again by itself. */
  refusal?: string | undefined;
}

interface Kept {
  person: string;
  messages: WaitingMessage[];
}

/** More than this many do not wait: somebody is without a connection for very long. */
const MOST = 100;

const none: readonly WaitingMessage[] = [];

const isKept: Check<Kept> = isShape<Kept>({
  person: isText(300),
  messages: isList(
    isShape<WaitingMessage>({
      bookingId: isText(100),
      proId: isOptional(isText(100)),
      clientId: isText(64),
      text: isText(10_000),
      at: isNumber,
      refusal: isOptional(isText(1000)),
    }),
  ),
});

let last: { raw: string | null; kept: Kept | null } = { raw: null, kept: null };
const store = createStore(waitingMessages);

/** Of the person who uses this browser now, the oldest first; the same list for as long as nothing changes. */
export function waitingMessages(): readonly WaitingMessage[] {
  const kept = read();
  return kept?.person === personHere() ? kept.messages : none;
}

export const useWaitingMessages = store.use;

export const onOutboxChange = store.subscribe;

/** Has the message sent as soon as there is a connection. */
export function queueMessage(bookingId: string, text: string, proId?: string): void {
  const message = { bookingId, proId, clientId: randomId(), text, at: Date.now() };
  keep([...waitingMessages(), message].slice(-MOST));
}

/** The server has it, or its writer has given it up. */
export function dropMessage(clientId: string): void {
  const before = waitingMessages();
  const after = before.filter((message) => message.clientId !== clientId);
  if (after.length < before.length) keep(after);
}

/** The server does not want it: its writer decides. */
export function noteRefusal(clientId: string, refusal: string): void {
  change(clientId, (message) => ({ ...message, refusal }));
}

/** What was written to another pro than the present one does not go to this one by itself: its writer decides. */
export function refuseForOthers(bookingId: string, proId?: string): void {
  const isForOther = (message: WaitingMessage) =>
    message.bookingId === bookingId && message.proId !== proId && message.refusal === undefined;
  const before = waitingMessages();
  if (!before.some(isForOther)) return;
  const refusal = 'It was written to another pro.';
  keep(before.map((message) => (isForOther(message) ? { ...message, refusal } : message)));
}

/** Tries a refused message again, with the present pro. */
export function retryMessage(clientId: string, proId?: string): void {
  change(clientId, ({ refusal: _, ...message }) => ({ ...message, proId }));
}

/** A guest's bookings have passed to an account, whose session is about to start: what waits to be sent goes along, under the same names, so that
 *  the server stores once what it has already. */
export function passOutbox(guest: string | null, account: string): void {
  const kept = read();
  if (kept?.person === guest) write({ ...kept, person: account });
}

function change(clientId: string, how: (message: WaitingMessage) => WaitingMessage): void {
  keep(waitingMessages().map((message) => (message.clientId === clientId ? how(message) : message)));
}

function read(): Kept | null {
  const raw = readStored(CHAT_OUTBOX);
  if (raw !== last.raw) last = { raw, kept: parsed(raw) };
  return last.kept;
}

function parsed(raw: string | null): Kept | null {
  try {
    const value: unknown = JSON.parse(raw ?? 'null');
    return isKept(value) ? value : null;
  } catch {
    return null;
  }
}

function keep(messages: WaitingMessage[]): void {
  write({ person: personHere(), messages });
}

function write(kept: Kept): void {
  if (kept.messages.length === 0) removeStored(CHAT_OUTBOX);
  else writeStored(CHAT_OUTBOX, JSON.stringify(kept));
  store.changed();
}

if (typeof window !== 'undefined') {
  // key is null when storage was cleared entirely.
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === CHAT_OUTBOX) store.changed();
  });
  onPersonChange(store.changed);
}
