// The messages of a chat as the page shows them: what the server has, put together from pages of the history and what comes over the socket.
import { type ChatMessage, type ChatReadMark, HISTORY_PAGE } from '@/api/chat';
import type { WaitingMessage } from '@/shared/outbox/messages';

/** Puts the newest page of the history in place, and keeps what is older than it and what has come meanwhile. */
export function withLatest(known: readonly ChatMessage[], page: readonly ChatMessage[]): ChatMessage[] {
  const ids = new Set(page.map(({ id }) => id));
  const first = known.findIndex(({ id }) => ids.has(id));
  // Nothing joins the two: what lies between is not known.
  if (first < 0) return page.length < HISTORY_PAGE ? [...page, ...after(known, page)] : [...page];
  const last = known.findLastIndex(({ id }) => ids.has(id));
  return [...known.slice(0, first), ...page, ...known.slice(last + 1)];
}

/** What has come over the socket while the page was on its way. */
function after(known: readonly ChatMessage[], page: readonly ChatMessage[]): ChatMessage[] {
  const newest = Number(page.at(-1)?.timestamp ?? 0);
  return known.filter(({ timestamp }) => Number(timestamp) >= newest);
}

/** Puts an older page in front. */
export function withEarlier(known: readonly ChatMessage[], page: readonly ChatMessage[]): ChatMessage[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...page.filter(({ id }) => !ids.has(id)), ...known];
}

/** Adds a message that has come, or puts its newer state in place. */
export function withMessage(known: readonly ChatMessage[], message: ChatMessage): ChatMessage[] {
  if (!known.some(({ id }) => id === message.id)) return [...known, message];
  return known.map((before) => (before.id === message.id ? message : before));
}

/** Notes what was read; everything of that writer, when nobody says up to which message. */
export function withMark(known: readonly ChatMessage[], { id, toId }: ChatReadMark): ChatMessage[] {
  const last = id === undefined ? known.length - 1 : known.findIndex((message) => message.id === id);
  return known.map((message, place) =>
    place <= last && message.fromId === toId && !message.read
      ? { ...message, read: true, status: 'read' }
      : message,
  );
}

/** Only whoever wrote a message knows its `clientId`. */
export function isOwn({ clientId }: ChatMessage): boolean {
  return clientId !== undefined;
}

/** What the server has not, or not yet, acknowledged. */
export function stillWaiting(
  waiting: readonly WaitingMessage[],
  bookingId: string,
  messages: readonly ChatMessage[],
): WaitingMessage[] {
  const known = new Set(messages.map(({ clientId }) => clientId));
  return waiting.filter((message) => message.bookingId === bookingId && !known.has(message.clientId));
}

/** The newest message of the other side that was not read; undefined when all was. */
export function newestUnread(messages: readonly ChatMessage[]): ChatMessage | undefined {
  return messages.findLast((message) => !isOwn(message) && !message.read);
}
