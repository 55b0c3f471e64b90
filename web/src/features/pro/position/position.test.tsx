import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FakeCall } from '@/test/fakeApi';
import { activePro, openArea, ownJob, serverOf } from '../testing';
import { metresBetween } from './distance';

const SEND = 'PUT /api/masters/location';
const onTheWay = { ...ownJob, status: 'en_route' as const };

interface Device {
  at: { latitude: number; longitude: number; accuracy: number };
  permission: PermissionState;
  watching: ((position: { coords: Device['at']; timestamp: number }) => void) | undefined;
}

/** The browser's geolocation: where it is, and whether it says so. */
const device = here();

function here(): Device {
  return {
    at: { latitude: 51.5, longitude: -0.1, accuracy: 12 },
    permission: 'granted',
    watching: undefined,
  };
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  Object.assign(device, {
    at: { latitude: 51.5, longitude: -0.1, accuracy: 12 },
    permission: 'granted',
    watching: undefined,
  });
  vi.stubGlobal('navigator', {
    ...navigator,
    permissions: { query: async () => Object.assign(new EventTarget(), { state: device.permission }) },
    geolocation: {
      getCurrentPosition: (found: PositionCallback, failed: PositionErrorCallback) =>
        device.permission === 'denied'
          ? failed({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError)
          : found({ coords: device.at, timestamp: Date.now() - 3000 } as GeolocationPosition),
      watchPosition: (moved: Device['watching']) => {
        device.watching = moved;
        return 1;
      },
      clearWatch: () => {
        device.watching = undefined;
      },
    },
  });
});
afterEach(() => vi.useRealTimers());

function open(path: string, jobs: object[], handlers = {}) {
  const api = serverOf(activePro, {
    'GET /api/bookings': () => ({ json: { items: jobs } }),
    [`GET /api/bookings/${ownJob.id}`]: () => ({ json: onTheWay }),
    [SEND]: () => ({ status: 204 }),
    ...handlers,
  });
  openArea(path);
  return { sent: () => api.of(SEND).map(({ body }: FakeCall) => body), api };
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

function move(metresNorth: number) {
  device.at = { ...device.at, latitude: device.at.latitude + metresNorth / 111_195 };
  act(() => device.watching?.({ coords: device.at, timestamp: Date.now() }));
}

it('sends the position every 10 s on the way, and at once after 50 m', async () => {
  const { sent } = open(`/master/booking/${ownJob.id}`, [onTheWay]);
  expect(await screen.findByText('Keep this page open so the client can follow you.')).toBeInTheDocument();
  await pass(2);
  const first = sent().length;
  expect(sent()[0]).toMatchObject({ lat: 51.5, lng: -0.1, accuracy: 12 });
  // When it was measured, not when it was sent.
  const { at } = sent()[0] as { at: string };
  expect(Date.now() - Date.parse(at)).toBeGreaterThanOrEqual(3000);
  await pass(10);
  expect(sent()).toHaveLength(first + 1);
  move(49);
  expect(sent()).toHaveLength(first + 1);
  move(2);
  await pass(0);
  expect(sent()).toHaveLength(first + 2);
  // No more than the server keeps: the next waits.
  move(60);
  await pass(0);
  expect(sent()).toHaveLength(first + 2);
  await pass(2);
  expect(sent()).toHaveLength(first + 3);
});

it('sends on where a device stands that says nothing new', async () => {
  const { sent } = open(`/master/booking/${ownJob.id}`, [onTheWay]);
  await screen.findByText('Keep this page open so the client can follow you.');
  await pass(2);
  move(60);
  await pass(0);
  const before = sent().length;
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation(() => undefined);
  await pass(20);
  expect(sent()).toHaveLength(before + 2);
  expect(sent().at(-1)).toMatchObject({ lat: device.at.latitude, lng: device.at.longitude });
  // It is still there.
  const { at } = sent().at(-1) as { at: string };
  expect(Date.now() - Date.parse(at)).toBeLessThan(10_000);
});

it('sends it every 60 s while the pro is only online', async () => {
  const { sent } = open('/master', [ownJob]);
  await screen.findByText('Blocked sink');
  await pass(1);
  expect(sent()).toHaveLength(1);
  expect(device.watching).toBeUndefined();
  await pass(57);
  expect(sent()).toHaveLength(1);
  await pass(4);
  expect(sent()).toHaveLength(2);
});

it('sends nothing while nobody looks at the page', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { sent } = open('/master', [onTheWay]);
  await screen.findByText('Blocked sink');
  await pass(30);
  move(100);
  expect(sent()).toHaveLength(0);
  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await pass(0);
  expect(sent()).toHaveLength(1);
});

it('asks for the position only when told to', async () => {
  device.permission = 'prompt';
  const { sent } = open(`/master/booking/${ownJob.id}`, [onTheWay]);
  const share = await screen.findByRole('button', { name: 'Share my position' });
  await pass(20);
  expect(sent()).toHaveLength(0);
  act(() => share.click());
  await pass(1);
  expect(screen.getByText('Keep this page open so the client can follow you.')).toBeInTheDocument();
  expect(sent()).toHaveLength(1);
});

it('says when the browser does not share it', async () => {
  device.permission = 'denied';
  open(`/master/booking/${ownJob.id}`, [onTheWay]);
  expect(await screen.findByText(/^Your browser does not share your position/)).toBeInTheDocument();
});

it('measures metres', () => {
  const metres = metresBetween({ lat: 51.5, lng: -0.1 }, { lat: 51.501, lng: -0.1 });
  expect(metres).toBeCloseTo(111.2, 0);
  expect(metresBetween({ lat: 51.5, lng: -0.1 }, { lat: 51.5, lng: -0.101 })).toBeCloseTo(69.2, 0);
});
