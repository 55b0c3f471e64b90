import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSession } from '@/shared/session';
import { fakeApi, problem } from '@/test/fakeApi';
import { token } from '@/test/token';
import { useNotifications } from './useNotifications';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', () => ({ toast }));

class FakeSource extends EventTarget {
  static all: FakeSource[] = [];
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  constructor(readonly url: string) {
    super();
    FakeSource.all.push(this);
  }
  close() {
    this.closed = true;
  }
  send(type: string, seq: number, at = new Date().toISOString()) {
    const data = JSON.stringify({ type, bookingId: 'C-1', seq, at });
    this.dispatchEvent(new MessageEvent(type, { data }));
  }
}

let tickets: number;

beforeEach(() => {
  FakeSource.all = [];
  tickets = 0;
  toast.mockClear();
  vi.stubGlobal('EventSource', FakeSource);
  vi.spyOn(Math, 'random').mockReturnValue(0);
  startSession(token());
  fakeApi({ 'POST /api/events/ticket': () => ({ json: { ticket: `ticket-${++tickets}` } }) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function follow() {
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const hook = renderHook(({ id }) => useNotifications(id), {
    initialProps: { id: 'c-1' as string | undefined },
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return { ...hook, invalidate };
}

it('shows a notification as a toast and refreshes the data', async () => {
  const { invalidate } = follow();
  await waitFor(() => expect(FakeSource.all).toHaveLength(1));
  expect(FakeSource.all[0]?.url).toBe('/api/events/notify/user/c-1?t=ticket-1');
  FakeSource.all[0]?.send('en_route', 7);
  expect(toast).toHaveBeenCalledWith('Your pro is on the way');
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['bookings'] }, { cancelRefetch: true });
});

it('refreshes without a toast for old notifications', async () => {
  const { invalidate } = follow();
  await waitFor(() => expect(FakeSource.all).toHaveLength(1));
  FakeSource.all[0]?.send('completed', 3, '2020-01-01T00:00:00Z');
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['bookings'] }, { cancelRefetch: false });
  expect(toast).not.toHaveBeenCalled();
});

it('reopens a lost stream after 2 s, with a new ticket and from the last event', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  follow();
  await waitFor(() => expect(FakeSource.all).toHaveLength(1));
  FakeSource.all[0]?.send('assigned', 41);
  FakeSource.all[0]?.onerror?.();
  expect(FakeSource.all[0]?.closed).toBe(true);
  await vi.advanceTimersByTimeAsync(1900);
  expect(FakeSource.all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  await waitFor(() => expect(FakeSource.all).toHaveLength(2));
  expect(FakeSource.all[1]?.url).toBe('/api/events/notify/user/c-1?t=ticket-2&after=41');
});

it('waits twice as long after each failure, up to 30 s, and 2 s again once it is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  follow();
  await waitFor(() => expect(FakeSource.all).toHaveLength(1));
  for (const [index, seconds] of [2, 4, 8, 16, 30, 30].entries()) {
    FakeSource.all[index]?.onerror?.();
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 300);
    expect(FakeSource.all).toHaveLength(index + 1);
    await vi.advanceTimersByTimeAsync(400);
    expect(FakeSource.all).toHaveLength(index + 2);
  }
  FakeSource.all[6]?.onopen?.();
  FakeSource.all[6]?.onerror?.();
  await vi.advanceTimersByTimeAsync(2100);
  expect(FakeSource.all).toHaveLength(8);
});

it('does not reconnect while the page is hidden', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  follow();
  await waitFor(() => expect(FakeSource.all).toHaveLength(1));
  FakeSource.all[0]?.onerror?.();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSource.all).toHaveLength(1);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(10);
  expect(FakeSource.all).toHaveLength(2);
});

it('misses nothing when the first stream breaks before its first event', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  follow();
  await waitFor(() => expect(FakeSource.all).toHaveLength(1));
  FakeSource.all[0]?.onopen?.();
  FakeSource.all[0]?.onerror?.();
  await vi.advanceTimersByTimeAsync(2100);
  await waitFor(() => expect(FakeSource.all).toHaveLength(2));
  expect(FakeSource.all[1]?.url).toBe('/api/events/notify/user/c-1?t=ticket-2&after=0');
});

it('continues from its own last event, however far another tab has read', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  follow();
  await waitFor(() => expect(FakeSource.all).toHaveLength(1));
  FakeSource.all[0]?.send('assigned', 41);
  localStorage.setItem('callout.notified.c-1', '44');
  FakeSource.all[0]?.onerror?.();
  await vi.advanceTimersByTimeAsync(2100);
  await waitFor(() => expect(FakeSource.all).toHaveLength(2));
  expect(FakeSource.all[1]?.url).toBe('/api/events/notify/user/c-1?t=ticket-2&after=41');
});

it('waits as long as a busy server asks', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const api = fakeApi({
    'POST /api/events/ticket': () => ({ ...problem(429, 'too_many'), headers: { 'Retry-After': '30' } }),
  });
  follow();
  await waitFor(() => expect(api.calls).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(api.calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1500);
  expect(api.calls).toHaveLength(2);
});

it('closes the stream when the person logs out', async () => {
  const { rerender } = follow();
  await waitFor(() => expect(FakeSource.all).toHaveLength(1));
  rerender({ id: undefined });
  expect(FakeSource.all[0]?.closed).toBe(true);
  expect(FakeSource.all).toHaveLength(1);
});
