import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { token } from '@/test/token';
import * as photoStore from '../photoStore';
import { endSession, noteServerTime, startSession } from '../session';
import { forgetClock } from '../session/clock';
import { newItem, queueItem } from './items';
import { forgetOldPhotos, keepWaitingPhoto, readWaitingPhoto, referencesIn, withAddresses } from './photos';

vi.mock('../photoStore', async (original) => {
  const store = await original<typeof photoStore>();
  // There is no IndexedDB here, so what is not in memory is not there.
  const readUnder = vi.fn((key: string) => store.readUnder(key).catch(() => undefined));
  return { ...store, readUnder, forgetUnder: vi.fn(store.forgetUnder) };
});

const DAY = 24 * 60 * 60 * 1000;
const photo = new Blob(['x'], { type: 'image/jpeg' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T10:00:00Z') });
  noteServerTime(new Date().toUTCString());
  startSession(token({ sub: 'm-1', role: 'master' }));
});
afterEach(() => {
  endSession('logout');
  forgetClock();
  vi.useRealTimers();
});

it('keeps a photo for 7 days', async () => {
  const reference = await keepWaitingPhoto(photo);
  vi.setSystemTime(Date.now() + 7 * DAY - 1);
  await forgetOldPhotos();
  expect(await readWaitingPhoto(reference)).toBe(photo);
  vi.setSystemTime(Date.now() + 1);
  expect(await readWaitingPhoto(reference)).toBeNull();
  await forgetOldPhotos();
  vi.setSystemTime(Date.now() - DAY);
  expect(await readWaitingPhoto(reference)).toBeNull();
});

it('deletes none that cannot be read for a moment', async () => {
  const reference = await keepWaitingPhoto(photo);
  vi.mocked(photoStore.forgetUnder).mockClear();
  vi.mocked(photoStore.readUnder).mockRejectedValueOnce(new DOMException('Connection lost'));
  await forgetOldPhotos();
  expect(photoStore.forgetUnder).not.toHaveBeenCalled();
  expect(await readWaitingPhoto(reference)).toBe(photo);
});

it('counts the days of a photo by the server’s time, once that is known', async () => {
  forgetClock();
  vi.setSystemTime(new Date('2020-01-01T10:00:00Z'));
  const reference = await keepWaitingPhoto(photo);
  vi.setSystemTime(new Date('2026-11-23T10:00:00Z'));
  noteServerTime(new Date().toUTCString());
  await forgetOldPhotos();
  expect(await readWaitingPhoto(reference)).toBe(photo);
  vi.setSystemTime(Date.now() + 7 * DAY);
  expect(await readWaitingPhoto(reference)).toBeNull();
});

it('forgets photos at logout, and not when a session expires', async () => {
  const reference = await keepWaitingPhoto(photo);
  endSession('expired');
  startSession(token({ sub: 'm-1', role: 'master' }));
  expect(await readWaitingPhoto(reference)).toBe(photo);
  endSession('logout');
  await expect.poll(() => readWaitingPhoto(reference)).toBeNull();
});

it('keeps the photos of a step that waits for somebody else to be back', async () => {
  const reference = await keepWaitingPhoto(photo);
  queueItem(newItem('move', 'C-1', { status: 'completed', photos: [reference] }));
  endSession('expired');
  startSession(token({ sub: 'm-2', role: 'master' }));
  const other = await keepWaitingPhoto(photo);
  queueItem(newItem('move', 'C-2', { status: 'completed', photos: [other] }));
  endSession('logout');
  await expect.poll(() => readWaitingPhoto(other)).toBeNull();
  expect(await readWaitingPhoto(reference)).toBe(photo);
});

it('finds references wherever they stand, and puts addresses in their place', () => {
  const what = { status: 'completed', photos: ['waiting:1', '/api/files/2'], more: [{ photo: 'waiting:3' }] };
  expect(referencesIn(what)).toEqual(['waiting:1', 'waiting:3']);
  expect(withAddresses(what, { 'waiting:1': '/api/files/1', 'waiting:3': '/api/files/3' })).toEqual({
    status: 'completed',
    photos: ['/api/files/1', '/api/files/2'],
    more: [{ photo: '/api/files/3' }],
  });
});
