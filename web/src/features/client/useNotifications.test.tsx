import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSession } from '@/shared/session';
import { fakeApi } from '@/test/fakeApi';
import { type FakeStream, fakeStreams } from '@/test/fakeStream';
import { token } from '@/test/token';
import { useNotifications } from './useNotifications';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', () => ({ toast }));

const STREAM = 'GET /api/events/notify/user/c-1';
let connections: FakeStream[];
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  vi.useFakeTimers();
  toast.mockClear();
  startSession(token());
  const streams = fakeStreams();
  connections = streams.connections;
  api = fakeApi({ [STREAM]: streams.handler });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const soon = () => wait(1);

async function follow() {
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const hook = renderHook(({ id }) => useNotifications(id), {
    initialProps: { id: 'c-1' as string | undefined },
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await soon();
  return { ...hook, invalidate };
}

async function send(type: string, seq: number, at = new Date().toISOString()) {
  connections.at(-1)?.send(type, { type, bookingId: 'C-1', seq, at }, seq);
  await soon();
}

async function hide(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
  await soon();
}

const positions = () => api.of(STREAM).map(({ headers }) => headers.get('Last-Event-ID'));

it('shows a notification as a toast and refreshes the data', async () => {
  const { invalidate } = await follow();
  expect(api.of(STREAM)[0]?.headers.get('Authorization')).toMatch(/^Bearer /);
  await send('en_route', 7);
  expect(toast).toHaveBeenCalledWith('Your pro is on the way');
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['bookings'] }, { cancelRefetch: true });
});

it('refreshes without a toast for old notifications', async () => {
  const { invalidate } = await follow();
  await send('completed', 3, '2020-01-01T00:00:00Z');
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['bookings'] }, { cancelRefetch: false });
  expect(toast).not.toHaveBeenCalled();
});

it('waits twice as long after each failure, up to 30 s, and 2 s again once it was open', async () => {
  await follow();
  await send('assigned', 41);
  api.cut(STREAM);
  connections[0]?.cut();
  await soon();
  for (const [index, seconds] of [2, 4, 8, 16, 30, 30].entries()) {
    await wait(seconds * 1000 - 100);
    expect(api.of(STREAM)).toHaveLength(index + 1);
    await wait(100);
    expect(api.of(STREAM)).toHaveLength(index + 2);
  }
  const streams = fakeStreams();
  api.change(STREAM, streams.handler);
  await wait(30_000);
  streams.connections[0]?.cut();
  await wait(2100);
  expect(streams.connections).toHaveLength(2);
  expect(positions().at(-1)).toBe('41');
});

it('is closed while the page is hidden, and continues from its own last event when it is shown', async () => {
  await follow();
  await send('assigned', 41);
  await hide(true);
  await wait(30_000);
  connections[0]?.beat();
  await wait(30_000);
  expect(connections[0]?.call.signal?.aborted).toBe(true);
  localStorage.setItem('callout.notified.c-1', '44');
  await hide(false);
  expect(positions()).toEqual([null, '41']);
});

it('misses nothing when it is hidden before the first event', async () => {
  await follow();
  await hide(true);
  await wait(30_000);
  connections[0]?.beat();
  await wait(30_000);
  await hide(false);
  expect(positions()).toEqual([null, '0']);
});

it('closes the stream when the person logs out', async () => {
  const { rerender } = await follow();
  rerender({ id: undefined });
  expect(connections[0]?.call.signal?.aborted).toBe(true);
  expect(connections).toHaveLength(1);
});
