import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Booking } from '@/api/types';
import { noteReached } from '@/shared/connection';
import { startSession } from '@/shared/session';
import { fakeApi, problem } from '@/test/fakeApi';
import { fakeStreams } from '@/test/fakeStream';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { booking } from '../../testing';
import { Component } from '../StatusScreen';

const DISTRICT = 'GET /api/public/districts/SW1A';
const district = {
  code: 'SW1A',
  lat: 51.501,
  lng: -0.136,
  neighbours: [
    { code: 'SW1E', lat: 51.498, lng: -0.14 },
    { code: 'SW1H', lat: 51.499, lng: -0.133 },
    { code: 'SW1Y', lat: 51.507, lng: -0.133 },
    { code: 'W1J', lat: 51.507, lng: -0.145 },
  ],
};
const assigned = { assigned_master_id: 'm-1', location: { lat: 51.501, lng: -0.136 } };
const onTheWay = (label = 'about 15 min'): Partial<Booking> => ({
  ...assigned,
  status: 'en_route',
  master_location: { lat: 51.53, lng: -0.1, label, seen_at: new Date().toISOString() },
});

beforeEach(() => startSession(token()));
afterEach(() => {
  noteReached();
  document.querySelector('meta[name="callout-tiles"]')?.remove();
});

/** The live page of such a booking. */
function show(change: Partial<Booking>) {
  return showSeen({ ...booking, ...change }, '/booking/C-1');
}

function showSeen(view: object, address: string) {
  const { connections, handler } = fakeStreams();
  const api = fakeApi({
    'GET /api/bookings/C-1': () => ({ json: view }),
    'GET /api/bookings/C-1/events': () => ({ json: [] }),
    'GET /api/events/stream/client/C-1': handler,
    [DISTRICT]: () => ({ json: district }),
  });
  renderAt(
    <Routes>
      <Route path="/booking/:id" element={<Component />} />
    </Routes>,
    address,
  );
  return { api, connections };
}

const map = () => screen.findByRole('figure');
/** What is drawn, from the ground up. */
const drawn = (figure: HTMLElement) =>
  [...figure.querySelectorAll<SVGElement>('[data-part]')].map((part) => part.dataset.part);

it.each([
  { status: 'pending' },
  { status: 'confirmed' },
  { status: 'in_progress', ...assigned },
  { status: 'completed', ...assigned },
] as const)('there is none for $status', async (change) => {
  const { api } = show(change);
  await screen.findByText('C-1');
  expect(screen.queryByRole('figure')).not.toBeInTheDocument();
  expect(api.of(DISTRICT)).toHaveLength(0);
});

it('shows the job in its district once a pro is assigned', async () => {
  show({ ...assigned, status: 'assigned' });
  const figure = await map();
  await waitFor(() => expect(drawn(figure)).toEqual(['district', 'job']));
  expect(figure).toHaveTextContent('Map: SW1A, roughly.SW1A, roughly');
});

it('shows the pro on the way, who moves with the stream, and tells it in words', async () => {
  const { connections } = show(onTheWay());
  const figure = await map();
  await waitFor(() => expect(drawn(figure)).toEqual(['district', 'line', 'job', 'pro']));
  expect(screen.getByText('Map: SW1A, roughly. Your pro: about 15 min.')).toBeInTheDocument();
  const before = figure.querySelector('[data-part=line]')?.getAttribute('x1');
  await waitFor(() => expect(connections).toHaveLength(1));
  const seenAt = new Date().toISOString();
  connections[0]?.send('location', { lat: 51.502, lng: -0.137, etaMinutes: 5, label: 'Nearby', seenAt });
  expect(await screen.findByText('Map: SW1A, roughly. Your pro: Nearby.')).toBeInTheDocument();
  expect(figure.querySelector('[data-part=line]')?.getAttribute('x1')).not.toBe(before);
});

it('holds nothing that takes the focus', async () => {
  show(onTheWay());
  const figure = await map();
  await waitFor(() => expect(drawn(figure)).not.toEqual([]));
  expect(figure.querySelector('a, button, [tabindex]')).toBeNull();
});

it('shows the district to whoever has a share link, and no pro', async () => {
  const view = {
    status: 'en_route',
    readable_name: 'Leak',
    outward_code: 'SW1A',
    assigned_master_name: 'Paul',
  };
  showSeen(view, '/booking/C-1?t=share-link');
  const figure = await map();
  await waitFor(() => expect(drawn(figure)).toEqual(['district', 'job']));
});

it('shows the points alone when the district is not known', async () => {
  const { api } = show(onTheWay());
  api.change(DISTRICT, () => problem(404, 'not_found'));
  const figure = await map();
  await waitFor(() => expect(drawn(figure)).toEqual(['line', 'job', 'pro']));
});

it('is drawn once a tile fails to load', async () => {
  const meta = document.createElement('meta');
  meta.name = 'callout-tiles';
  meta.content = 'https://tiles.example/{z}/{x}/{y}.png';
  meta.dataset.attribution = '© Map makers';
  document.head.append(meta);
  // happy-dom lays nothing out, and a map without a size asks for no tiles.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(335);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(160);
  show(onTheWay());
  const figure = await map();
  const tile = await waitFor(() => {
    const found = figure.querySelector('img');
    expect(found?.src).toMatch(/^https:\/\/tiles\.example\/\d+\/\d+\/\d+\.png$/);
    return found!;
  });
  expect(figure).toHaveTextContent('© Map makers');
  expect(figure.querySelector('a, button, [tabindex]')).toBeNull();
  fireEvent.error(tile);
  await waitFor(() => expect(drawn(figure)).toEqual(['district', 'line', 'job', 'pro']));
  expect(figure).toHaveTextContent('SW1A, roughly');
});
