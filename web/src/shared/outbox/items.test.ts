import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { token } from '@/test/token';
import { endSession, forgetGuest, startSession, storeGuest } from '../session';
import { keysUnder, OUTBOX, outboxOf } from '../storage';
import { dropItems, noteRefusal, onOutboxChange, passOutbox, waitingItems } from './items';
import { queueMessage, refuseForOthers, retryMessage, waitingMessages } from './messages';

beforeEach(() => startSession(token({ sub: 'c-1' })));
afterEach(() => {
  endSession('logout');
  vi.restoreAllMocks();
});

const texts = () => waitingMessages().map(({ text }) => text);

it('keeps messages in order, each under a name of its own, and tells of every change', () => {
  const changed = vi.fn();
  const stop = onOutboxChange(changed);
  queueMessage('C-1', 'One');
  queueMessage('C-2', 'Two');
  expect(texts()).toEqual(['One', 'Two']);
  const [one, two] = waitingMessages();
  expect(one?.clientId).not.toBe(two?.clientId);
  expect(one?.clientId).toMatch(/^[\w-]{1,64}$/);
  dropItems([one?.clientId ?? '']);
  expect(texts()).toEqual(['Two']);
  expect(changed).toHaveBeenCalledTimes(3);
  stop();
});

it('is read from storage, as after a reload, and gives the same list until it changes', () => {
  queueMessage('C-1', 'One');
  const [key = ''] = keysUnder(OUTBOX);
  const stored = localStorage.getItem(key) ?? '';
  localStorage.setItem(key, stored.replace('One', 'Changed by another tab'));
  expect(texts()).toEqual(['Changed by another tab']);
  expect(waitingItems()).toBe(waitingItems());
});

it('keeps what was refused until its writer decides', () => {
  queueMessage('C-1', 'One');
  const id = waitingMessages()[0]?.clientId ?? '';
  noteRefusal(id, { code: 'chat_closed', text: 'This chat has ended.' });
  expect(waitingMessages()[0]?.refusal).toBe('This chat has ended.');
  retryMessage(id);
  expect(waitingMessages()[0]?.refusal).toBeUndefined();
});

it('keeps what was written to another pro until its writer decides', () => {
  queueMessage('C-1', 'To the first', 'm-1');
  queueMessage('C-1', 'To the second', 'm-2');
  queueMessage('C-2', 'Elsewhere', 'm-1');
  refuseForOthers('C-1', 'm-2');
  const refusal = 'It was written to another pro.';
  expect(waitingMessages().map((message) => message.refusal)).toEqual([refusal, undefined, undefined]);
  retryMessage(waitingMessages()[0]?.clientId ?? '', 'm-2');
  expect(waitingMessages()[0]).toMatchObject({ text: 'To the first', proId: 'm-2' });
  expect(waitingMessages()[0]?.refusal).toBeUndefined();
});

it('belongs to one person, and outlives whoever else uses the device meanwhile', () => {
  queueMessage('C-1', 'One');
  endSession('expired');
  queueMessage('C-9', 'By a link');
  startSession(token({ sub: 'c-2' }));
  expect(texts()).toEqual([]);
  queueMessage('C-1', 'Two');
  expect(texts()).toEqual(['Two']);
  endSession('logout');
  storeGuest({ clientId: 'guest-1', token: token({ sub: 'guest-1', guest: true }) });
  forgetGuest();
  startSession(token({ sub: 'c-1' }));
  expect(texts()).toEqual(['One']);
});

it('goes at logout, and stays when the session only expires', () => {
  queueMessage('C-1', 'One');
  endSession('expired');
  startSession(token({ sub: 'c-1' }));
  expect(texts()).toEqual(['One']);
  endSession('logout');
  expect(keysUnder(OUTBOX)).toEqual([]);
});

it('of a guest goes when the guest is forgotten', () => {
  endSession('logout');
  storeGuest({ clientId: 'guest-1', token: token({ sub: 'guest-1', guest: true }) });
  queueMessage('C-1', 'One');
  expect(texts()).toEqual(['One']);
  forgetGuest();
  expect(keysUnder(OUTBOX)).toEqual([]);
});

it('of a guest goes along to the account that has the bookings now, under the same names', () => {
  endSession('logout');
  storeGuest({ clientId: 'guest-1', token: token({ sub: 'guest-1', guest: true }) });
  queueMessage('C-1', 'One');
  const before = waitingMessages();
  passOutbox('guest-1', 'c-1');
  expect(texts()).toEqual([]);
  startSession(token({ sub: 'c-1' }));
  forgetGuest();
  expect(waitingMessages()).toEqual(before);
  startSession(token({ sub: 'c-2' }));
  expect(texts()).toEqual([]);
});

it('of anybody else does not go along', () => {
  queueMessage('C-1', 'One');
  endSession('expired');
  passOutbox('guest-1', 'c-2');
  passOutbox(null, 'c-2');
  startSession(token({ sub: 'c-2' }));
  expect(texts()).toEqual([]);
});

it('waits in memory where it cannot be stored', () => {
  const { setItem } = Storage.prototype;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (key.startsWith(OUTBOX)) throw new Error('full');
    setItem.call(this, key, value);
  });
  queueMessage('C-1', 'One');
  queueMessage('C-1', 'Two');
  expect(texts()).toEqual(['One', 'Two']);
  passOutbox('c-1', 'c-2');
  startSession(token({ sub: 'c-2' }));
  expect(texts()).toEqual(['One', 'Two']);
  vi.restoreAllMocks();
  dropItems([waitingItems()[0]?.id ?? '']);
  expect(texts()).toEqual(['Two']);
});

it('loses nothing to another tab where the disk was full meanwhile', () => {
  queueMessage('C-1', 'One');
  const [key = ''] = keysUnder(OUTBOX);
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  queueMessage('C-1', 'Two');
  full.mockRestore();
  // Another tab sends the one that it knows.
  localStorage.removeItem(key);
  window.dispatchEvent(new StorageEvent('storage', { key }));
  expect(texts()).toEqual(['Two']);
});

it.each(['rubbish', 'null', '{}', '[]'])('takes nothing from %s', (stored) => {
  localStorage.setItem(`${outboxOf('c-1')}k-1`, stored);
  expect(texts()).toEqual([]);
});

it('takes over the messages that an earlier version left waiting', async () => {
  const messages = [{ bookingId: 'C-1', proId: 'm-1', clientId: 'k-1', text: 'Second floor', at: 7 }];
  localStorage.setItem('callout.chat-outbox', JSON.stringify({ person: 'c-1', messages }));
  vi.resetModules();
  await import('./items');
  expect(localStorage.getItem('callout.chat-outbox')).toBeNull();
  expect(waitingMessages()).toMatchObject([
    { clientId: 'k-1', text: 'Second floor', proId: 'm-1', as: 'client' },
  ]);
});

it('takes over the one list in which an earlier version kept what waits', async () => {
  const items = [
    { id: 'k-2', bookingId: 'C-1', kind: 'move', what: { status: 'en_route' }, at: 8 },
    { id: 'k-1', bookingId: 'C-1', kind: 'move', what: { status: 'in_progress' }, at: 9 },
  ];
  localStorage.setItem(OUTBOX, JSON.stringify({ person: 'c-1', items }));
  vi.resetModules();
  await import('./items');
  expect(localStorage.getItem(OUTBOX)).toBeNull();
  expect(waitingItems()).toMatchObject(items);
});
