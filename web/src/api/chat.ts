// The chat of a booking: what was written, what was read, and the address of its socket.
import { withQuery } from '@/shared/paths';
import { call } from './client';
import { chatHistory } from './limits';
import type { components } from './schema';
import { fetchTicket } from './tickets';
import type { WithoutNull } from './types';

type Schemas = components['schemas'];

/** A message; `clientId` is there for its sender only. */
export type ChatMessage = WithoutNull<Schemas['ChatMessage']>;
export type ChatTyping = Schemas['ChatTyping'];
/** Somebody has read, or something was refused. */
export type ChatReadMark = WithoutNull<Schemas['ChatReadMark']>;
export type ChatRefusal = WithoutNull<Schemas['ChatRefusal']>;
export type ChatFrame = ChatMessage | ChatTyping | ChatReadMark | ChatRefusal;
/** `read_only`: the job ended more than 24 hours ago. */
export type ChatState = Schemas['ChatState'];

export type ChatSent = { type: 'typing' };

/** Whose token is sent: a pro's only as 'person'. */
export type ChatCaller = 'client' | 'person';

/** How many messages one answer has at most. */
export const HISTORY_PAGE = chatHistory.messages.maxItems;

/** The newest messages, or the newest before one of them; the oldest first. */
export function fetchChatHistory(
  bookingId: string,
  as: ChatCaller,
  { before, signal }: { before?: string; signal?: AbortSignal } = {},
): Promise<ChatMessage[]> {
  const path = `/chat/history/${encodeURIComponent(bookingId)}`;
  return call(path, { query: { before }, as, signal });
}

/** Sends a message; again under the same `clientId` it is the same one. 409 `chat_closed`, `other_pro`. */
export function sendChatMessage(
  bookingId: string,
  message: { clientId: string; text: string; toId?: string | undefined },
  as: ChatCaller,
): Promise<ChatMessage> {
  return call(`/chat/messages/${encodeURIComponent(bookingId)}`, { method: 'POST', json: message, as });
}

/** Everything up to this message was read. */
export function markChatRead(bookingId: string, id: string, as: ChatCaller): Promise<void> {
  return call(`/chat/read/${encodeURIComponent(bookingId)}`, { method: 'POST', json: { id }, as });
}

/** Where the chat's socket opens, once. */
export async function chatAddress(bookingId: string, as: ChatCaller, signal: AbortSignal): Promise<string> {
  const ticket = await fetchTicket({ signal, as });
  const origin = window.location.origin.replace(/^http/, 'ws');
  return origin + withQuery('/api/chat/ws', { bookingId, ticket });
}
