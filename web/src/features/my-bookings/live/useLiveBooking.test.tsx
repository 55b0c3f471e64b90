import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Booking } from '@/api/types';
import { noteReached } from '@/shared/connection';
import { startSession } from '@/shared/session';
import { fakeApi, problem } from '@/test/fakeApi';
import { fakeStreams } from '@/test/fakeStream';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { booking } from '../testing';
import { Component } from './StatusScreen';

const ONE = 'GET /api/bookings/C-1';
const STREAM = 'GET /api/events/stream/client/C-1';
const LOST = 'Connection lost. Reconnecting…';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T10:20:00Z') });
  startSession(token());
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  noteReached();
});

const render = (address: string) =>
  renderAt(
    <Routes>
      <Route path="/booking/:id" element={<Component />} />
    </Routes>,
    address,
  );

/** The live page of a pending booking, once its stream is open and it has caught up. */
async function show(address = '/booking/C-1') {
  const { connections, handler } = fakeStreams();
  const api = fakeApi({
    [ONE]: () => ({ json: booking }),
    [`${ONE}/events`]: () => ({ json: [] }),
    [STREAM]: handler,
  });
  render(address);
  await screen.findByText(/matching you now|Looking for a pro/);
  await vi.advanceTimersByTimeAsync(200);
  return {
    api,
    connections,
    /** The server answers this from now on. */
    become: (change: Partial<Booking>) => api.change(ONE, () => ({ json: { ...booking, ...change } })),
    fetches: () => api.of(ONE).length,
  };
}

it('is opened with the bearer, after the event that the page shows', async () => {
  const { api } = await show();
  const [call] = api.of(STREAM);
  expect(call?.headers.get('Authorization')).toMatch(/^Bearer /);
  expect(call?.headers.get('Last-Event-ID')).toBe('2');
});

it('is opened with a link’s token alone', async () => {
  const { api } = await show('/booking/C-1?t=share-link');
  const [call] = api.of(STREAM);
  expect(call?.query.get('share')).toBe('share-link');
  expect(call?.headers.has('Authorization')).toBe(false);
});

it('of a share link continues after the number that its view has', async () => {
  const { handler } = fakeStreams();
  const api = fakeApi({
    [ONE]: () => ({ json: { status: 'pending', seq: 3, readable_name: 'Leak', outward_code: 'SW1A' } }),
    [`${ONE}/events`]: () => ({ json: [] }),
    [STREAM]: handler,
  });
  render('/booking/C-1?t=share-link');
  await screen.findByText('Looking for a pro');
  await waitFor(() => expect(api.of(STREAM)[0]?.headers.get('Last-Event-ID')).toBe('3'));
  expect(api.of(ONE)).toHaveLength(1);
});

it('that the server has no room for is no lost connection: the page polls', async () => {
  const { api, connections, fetches } = await show();
  api.change(STREAM, () => ({ ...problem(429, 'too_many_requests'), headers: { 'Retry-After': '60' } }));
  connections[0]?.cut();
  await vi.advanceTimersByTimeAsync(2100);
  const before = fetches();
  await vi.advanceTimersByTimeAsync(8000);
  expect(fetches()).toBeGreaterThan(before);
  expect(screen.queryByText('Connection lost. Reconnecting…')).not.toBeInTheDocument();
});

it('replaces polling, and has the booking fetched once for several events', async () => {
  const { connections, become, fetches } = await show();
  const before = fetches();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(fetches()).toBe(before);
  become({ status: 'en_route', seq: 5 });
  for (const [seq, event] of ['updated', 'assigned', 'en_route'].entries())
    connections[0]?.send(event, {}, seq + 3);
  expect(await screen.findByText('Your pro is on the way')).toBeInTheDocument();
  expect(fetches()).toBe(before + 1);
});

it('shows a wave at once', async () => {
  const { connections, fetches } = await show();
  const before = fetches();
  connections[0]?.send('wave', { wave: 2, asked: 8, radiusKm: 15, until: '2026-11-20T10:31:00Z' });
  expect(await screen.findByText("We've asked 8 pros within 15 km. Until 10:31.")).toBeInTheDocument();
  expect(fetches()).toBe(before);
});

it('keeps a wave that comes while an older answer is on its way', async () => {
  const { api, connections, become, fetches } = await show();
  const wave = { wave: 2, asked: 8, radiusKm: 15, until: '2026-11-20T10:31:00Z' };
  let answerOlder = () => {};
  api.change(
    ONE,
    () => new Promise((resolve) => (answerOlder = () => resolve({ json: { ...booking, seq: 3 } }))),
  );
  const before = fetches();
  connections[0]?.send('updated', {}, 3);
  await waitFor(() => expect(fetches()).toBe(before + 1));
  become({ seq: 3, matching: wave });
  connections[0]?.send('wave', wave);
  const asked = "We've asked 8 pros within 15 km. Until 10:31.";
  expect(await screen.findByText(asked)).toBeInTheDocument();
  answerOlder();
  await vi.advanceTimersByTimeAsync(200);
  expect(screen.getByText(asked)).toBeInTheDocument();
});

it('keeps the last state and polls while it is lost', async () => {
  const { api, connections, become, fetches } = await show();
  api.cut(STREAM);
  connections[0]?.cut();
  expect(await screen.findByText(LOST)).toBeInTheDocument();
  expect(screen.getByText("Thanks! We're matching you now")).toBeInTheDocument();
  become({ status: 'assigned', seq: 4 });
  await vi.advanceTimersByTimeAsync(4500);
  expect(await screen.findByText('Your pro has been assigned')).toBeInTheDocument();
  expect(screen.getByText(LOST)).toBeInTheDocument();
  const { handler } = fakeStreams();
  api.change(STREAM, handler);
  await vi.advanceTimersByTimeAsync(2500);
  await waitFor(() => expect(screen.queryByText(LOST)).not.toBeInTheDocument());
  const before = fetches();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(fetches()).toBe(before);
});

it('tries the fetch again that an event asked for', async () => {
  const { api, connections, become } = await show();
  api.change(ONE, () => problem(503, 'unavailable'));
  connections[0]?.send('assigned', {}, 3);
  expect(await screen.findByText(LOST)).toBeInTheDocument();
  connections[0]?.send('wave', { wave: 9, asked: 9, radiusKm: 9, until: '2026-11-20T10:31:00Z' });
  become({ status: 'assigned', seq: 3 });
  await vi.advanceTimersByTimeAsync(17_000);
  expect(await screen.findByText('Your pro has been assigned')).toBeInTheDocument();
});

it('is closed by a page that has been hidden for a minute, which catches up when it is shown', async () => {
  const { api, connections, become } = await show();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(30_000);
  connections[0]?.beat();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(connections[0]?.call.signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  await waitFor(() => expect(connections[0]?.call.signal?.aborted).toBe(true));
  expect(screen.queryByText(LOST)).not.toBeInTheDocument();
  become({ status: 'assigned', seq: 4 });
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(connections).toHaveLength(2));
  expect(api.of(STREAM)[1]?.headers.get('Last-Event-ID')).toBe('2');
  connections[1]?.send('assigned', {}, 3);
  expect(await screen.findByText('Your pro has been assigned')).toBeInTheDocument();
});

it('that the server refuses is not missed: the page polls', async () => {
  const api = fakeApi({
    [ONE]: () => ({ json: booking }),
    [`${ONE}/events`]: () => ({ json: [] }),
    [STREAM]: () => problem(404, 'not_found'),
  });
  render('/booking/C-1');
  await screen.findByText("Thanks! We're matching you now");
  api.change(ONE, () => ({ json: { ...booking, status: 'assigned', seq: 3 } }));
  await vi.advanceTimersByTimeAsync(4500);
  expect(await screen.findByText('Your pro has been assigned')).toBeInTheDocument();
  expect(screen.queryByText(LOST)).not.toBeInTheDocument();
  expect(api.of(STREAM)).toHaveLength(1);
});
