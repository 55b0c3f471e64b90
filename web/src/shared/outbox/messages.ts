// The messages among what waits.
import { useMemo } from 'react';
import {
  changeItem,
  newItem,
  noteRefusal,
  queueItem,
  useWaitingItems,
  type Waiting,
  waitingItems,
} from './items';

export const MESSAGE = 'message';

export interface MessageText {
  text: string;
  /** To whom a client wrote it: the booking may go to another pro before it is sent. A pro's own messages have none. */
  proId?: string | undefined;
  /** Whose token is sent. */
  as: 'client' | 'person';
}

export interface WaitingMessage extends MessageText {
  bookingId: string;
  clientId: string;
  /** Why the server does not want it. */
  refusal?: string | undefined;
}

export function waitingMessages(): WaitingMessage[] {
  return messagesIn(waitingItems());
}

export function useWaitingMessages(): readonly WaitingMessage[] {
  const items = useWaitingItems();
  return useMemo(() => messagesIn(items), [items]);
}

function messagesIn(items: readonly Waiting[]): WaitingMessage[] {
  return items
    .filter(({ kind }) => kind === MESSAGE)
    .map(({ id, bookingId, what, refusal }) => ({
      ...(what as MessageText),
      bookingId,
      clientId: id,
      refusal: refusal?.text,
    }));
}

export function queueMessage(
  bookingId: string,
  text: string,
  proId?: string,
  as: MessageText['as'] = 'client',
): void {
  queueItem(newItem(MESSAGE, bookingId, { text, proId, as } satisfies MessageText));
}

/** What was written to another pro than the present one does not go to this one by itself: its writer decides. */
export function refuseForOthers(bookingId: string, proId?: string): void {
  for (const message of waitingMessages()) {
    if (message.bookingId !== bookingId || message.proId === proId || message.refusal !== undefined) continue;
    noteRefusal(message.clientId, { code: 'other_pro', text: 'It was written to another pro.' });
  }
}

/** Tries a refused message again, with the present pro. */
export function retryMessage(clientId: string, proId?: string): void {
  changeItem(clientId, ({ refusal: _, ...item }) => ({
    ...item,
    what: { ...(item.what as MessageText), proId },
  }));
}
