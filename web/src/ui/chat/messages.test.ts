import { expect, it } from 'vitest';
import type { ChatMessage } from '@/api/chat';
import { newestUnread, stillWaiting, withEarlier, withLatest, withMark, withMessage } from './messages';

/** Message 1 is the client's own, 2 the pro's, and so on. */
function message(number: number, change: Partial<ChatMessage> = {}): ChatMessage {
  const own = number % 2 === 1;
  return {
    type: 'message',
    bookingId: 'C-1',
    id: `msg-${number}`,
    fromId: own ? 'c-1' : 'm-1',
    toId: own ? 'm-1' : 'c-1',
    text: `Text ${number}`,
    timestamp: String(number),
    status: 'sent',
    read: false,
    ...(own && { clientId: `k-${number}` }),
    ...change,
  };
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => message(from + place));
const numbers = (messages: ChatMessage[]) => messages.map(({ timestamp }) => Number(timestamp));

it('joins a page with what is older, and with what has come meanwhile', () => {
  expect(numbers(withLatest([], range(1, 3)))).toEqual([1, 2, 3]);
  expect(numbers(withLatest(range(1, 4), range(3, 6)))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(numbers(withLatest(range(1, 5), range(2, 4)))).toEqual([1, 2, 3, 4, 5]);
  expect(numbers(withLatest([message(3)], range(1, 2)))).toEqual([1, 2, 3]);
});

it('takes the newer state of a message from the page', () => {
  expect(withLatest([message(1)], [message(1, { read: true })])[0]?.read).toBe(true);
});

it('forgets what is older when a gap would be between', () => {
  expect(numbers(withLatest(range(1, 3), range(100, 299)))).toEqual(numbers(range(100, 299)));
});

it('puts an older page in front, each message once', () => {
  expect(numbers(withEarlier(range(3, 4), range(1, 3)))).toEqual([1, 2, 3, 4]);
});

it('adds a message once', () => {
  expect(numbers(withMessage(range(1, 2), message(3)))).toEqual([1, 2, 3]);
  expect(withMessage(range(1, 2), message(2, { text: 'New' })).map(({ text }) => text)).toEqual([
    'Text 1',
    'New',
  ]);
});

it('marks what one side has written up to a message as read', () => {
  const mark = {
    type: 'status',
    bookingId: 'C-1',
    fromId: 'm-1',
    toId: 'c-1',
    status: 'read',
    read: true,
  } as const;
  const read = (messages: ChatMessage[]) => numbers(messages.filter((one) => one.read));
  expect(read(withMark(range(1, 5), { ...mark, id: 'msg-3' }))).toEqual([1, 3]);
  expect(read(withMark(range(1, 5), { ...mark, id: 'msg-4' }))).toEqual([1, 3]);
  expect(read(withMark(range(1, 5), mark))).toEqual([1, 3, 5]);
  expect(read(withMark(range(1, 5), { ...mark, id: 'msg-made-up' }))).toEqual([]);
});

it('knows what is unread and what still waits', () => {
  expect(newestUnread(range(1, 5))?.id).toBe('msg-4');
  expect(newestUnread([message(1), message(2, { read: true }), message(3)])).toBeUndefined();
  const asClient = { as: 'client', text: '' } as const;
  const waiting = ['k-1', 'k-9'].map((clientId) => ({ ...asClient, bookingId: 'C-1', clientId }));
  const elsewhere = { ...asClient, bookingId: 'C-2', clientId: 'k-8' };
  expect(stillWaiting([...waiting, elsewhere], 'C-1', range(1, 2))).toEqual([waiting[1]]);
});
