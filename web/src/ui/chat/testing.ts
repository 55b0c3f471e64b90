// Messages of a chat between the client 'c-1' and the pro 'm-1', for tests.
import type { ChatMessage } from '@/api/chat';

/** A message of the pro's. */
export function message(text: string, change: Partial<ChatMessage> = {}): ChatMessage {
  return {
    type: 'message',
    bookingId: 'C-1',
    id: `msg-${text}`,
    fromId: 'm-1',
    toId: 'c-1',
    text,
    timestamp: String(Date.parse('2026-11-23T10:00:00Z')),
    status: 'sent',
    read: false,
    ...change,
  };
}

/** One of the client's. */
export const own = (text: string, clientId: string, change: Partial<ChatMessage> = {}) =>
  message(text, { fromId: 'c-1', toId: 'm-1', clientId, ...change });
