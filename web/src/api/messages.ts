// Which messages the signed-in client or pro gets, as far as they can choose, and the notifications of this browser.
import { queryOptions } from '@tanstack/react-query';
import { call } from './client';
import { keys } from './keys';
import type { MessageChoice, MessageChoiceKind } from './types';

/** Whose messages: a client's or a pro's. */
export type MessageReader = 'clients' | 'masters';

export interface MessageChoices {
  items: MessageChoice[];
  /** How many of the reader's browsers are notified. */
  browsers: number;
}

const as = (reader: MessageReader) => (reader === 'masters' ? 'person' : 'client');

export const messageChoicesQuery = (reader: MessageReader) =>
  queryOptions({
    queryKey: reader === 'masters' ? keys.pro.messages : keys.me.messages,
    queryFn: ({ signal }) => call<MessageChoices>(`/${reader}/me/messages`, { as: as(reader), signal }),
  });

/** Switches one of them, and gives all of them as they are now. */
export function switchMessage(
  reader: MessageReader,
  kind: MessageChoiceKind,
  on: boolean,
): Promise<MessageChoices> {
  const json = { items: [{ kind, on }] };
  return call(`/${reader}/me/messages`, { method: 'PUT', json, as: as(reader) });
}

/** The server's key, by which a browser subscribes. */
export async function pushKey(): Promise<string> {
  const { key } = await call<{ key: string }>('/push/key', { as: 'person' });
  return key;
}

/** From now on this browser is notified, for as long as the session lasts. */
export async function subscribeToPush(subscription: PushSubscriptionJSON): Promise<void> {
  await call('/push/subscribe', { method: 'POST', json: subscription, as: 'person' });
}

export async function unsubscribeFromPush(endpoint: string): Promise<void> {
  await call('/push/subscribe', { method: 'DELETE', json: { endpoint }, as: 'person' });
}
