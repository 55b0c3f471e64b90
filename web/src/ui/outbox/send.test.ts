// Sending one of the things that wait.
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropItems, newItem, queueItem, type Waiting } from '@/shared/outbox/items';
import { keepWaitingPhoto } from '@/shared/outbox/photos';
import { endSession, startSession } from '@/shared/session';
import { fakeApi } from '@/test/fakeApi';
import { fakeXhr } from '@/test/fakeXhr';
import { token } from '@/test/token';
import { sendItem } from './send';

const MOVE = 'PUT /api/bookings/C-1';
const UPLOAD = 'POST /api/uploads';

beforeEach(() => {
  fakeXhr();
  startSession(token({ sub: 'm-1', role: 'master' }));
});
afterEach(() => {
  endSession('logout');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function waiting(...photos: string[]): Waiting {
  const item = newItem('move', 'C-1', { status: 'completed', photos });
  queueItem(item);
  return item;
}

it('gives a photo that is not found here a minute before it is called gone, each time it is tried', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const item = waiting('waiting:in-another-tab');
  const send = () => sendItem(new QueryClient(), item);
  for (const _ of ['first', 'tried again']) {
    expect(await send()).toEqual({ wait: 0 });
    vi.setSystemTime(Date.now() + 59_000);
    expect(await send()).toEqual({ wait: 0 });
    vi.setSystemTime(Date.now() + 1000);
    expect(await send()).toMatchObject({ refusal: { code: 'photo_gone' } });
  }
});

it.each([
  ['is taken back', (item: Waiting) => dropItems([item.id])],
  ['is of somebody who logs out', () => endSession('logout')],
])('does not send what %s while its photo is on its way', async (_, leave) => {
  const reference = await keepWaitingPhoto(new Blob(['x'], { type: 'image/jpeg' }));
  const item = waiting(reference);
  const api = fakeApi({
    [UPLOAD]: () => {
      leave(item);
      return { status: 201, json: { photo_url: '/api/files/1' } };
    },
    [MOVE]: () => ({ json: { id: 'C-1' } }),
  });
  expect(await sendItem(new QueryClient(), item)).toBe('taken');
  expect(api.of(UPLOAD)).toHaveLength(1);
  expect(api.of(MOVE)).toEqual([]);
});
