// What a pro says in one tap before the work: that they are late, or that they are there.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '@/api/jobs';
import { problem } from '@/test/fakeApi';
import { activePro, openArea, ownJob, serverOf } from '../testing';

const JOB = `GET /api/bookings/${ownJob.id}`;
const LATE = `POST /api/bookings/${ownJob.id}/running-late`;
const HERE = `POST /api/bookings/${ownJob.id}/here`;
const HOUR = 3_600_000;
const past = '2026-01-01T10:00:00Z';
const due: Job = { ...ownJob, status: 'en_route', at_the_door_from: past };
const late = { minutes: 20, saidAt: past, until: past, noShowFrom: past };

async function openJob(job: Job, handlers = {}) {
  const api = serverOf(activePro, { [JOB]: () => ({ json: job }), ...handlers });
  openArea(`/master/booking/${ownJob.id}`);
  await screen.findByRole('heading', { name: 'Blocked sink' });
  return api;
}

function standAt(place: { latitude: number; longitude: number } | null) {
  vi.stubGlobal('navigator', {
    ...navigator,
    geolocation: {
      getCurrentPosition: (done: PositionCallback, failed: PositionErrorCallback) =>
        place
          ? done({ coords: place } as GeolocationPosition)
          : failed({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError),
    },
  });
}

afterEach(() => vi.unstubAllGlobals());

const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => userEvent.click(button(name));

describe('running late', () => {
  it('is one tap, and says what the client knows', async () => {
    const api = await openJob(due, { [LATE]: () => ({ json: { ...due, running_late: late } }) });
    await press('20 min');
    expect(
      await screen.findByText(/knows you are about 20 minutes late \(said at 10:00\)/),
    ).toBeInTheDocument();
    expect(api.of(LATE).map(({ body }) => body)).toEqual([{ minutes: 20 }]);
  });

  it('keeps the pressed button, which browsers take the focus from where it is disabled', async () => {
    const api = await openJob(due, { [LATE]: () => new Promise(() => undefined) });
    await press('20 min');
    expect(button('20 min')).toBeEnabled();
    expect(button('20 min')).toHaveAttribute('aria-disabled', 'true');
    await press('30 min');
    expect(api.of(LATE).map(({ body }) => body)).toEqual([{ minutes: 20 }]);
  });

  it('is sent again under the same key when no answer came', async () => {
    const answers = [() => problem(500, 'internal'), () => ({ json: { ...due, running_late: late } })];
    const api = await openJob(due, { [LATE]: () => answers.shift()?.() });
    await press('20 min');
    expect(await screen.findByText(/Please try again/)).toBeInTheDocument();
    await press('20 min');
    expect(await screen.findByText(/about 20 minutes late/)).toBeInTheDocument();
    const [first, second] = api.of(LATE).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(first).toBeTruthy();
    expect(second).toBe(first);
  });

  it('tells why it is refused', async () => {
    const refusal = () => problem(409, 'said_enough', { detail: 'Please call your client.' });
    await openJob(due, { [LATE]: refusal });
    await press('60 min');
    expect(await screen.findByText('Please call your client.')).toBeInTheDocument();
  });
});

describe("'I'm here'", () => {
  it('sends the place, and the pro is at the door', async () => {
    standAt({ latitude: 51.5, longitude: -0.14 });
    const { at_the_door_from: _, ...rest } = due;
    const there = {
      ...rest,
      not_home: { arrivedAt: past, reportFrom: '2099-01-01T10:00:00Z', amountPence: 0 },
    };
    const api = await openJob(due, { [HERE]: () => ({ json: there }) });
    await press("I'm here");
    expect(await screen.findByRole('heading', { name: 'You are at the door' })).toBeInTheDocument();
    expect(api.of(HERE).map(({ body }) => body)).toEqual([{ lat: 51.5, lng: -0.14 }]);
    expect(screen.queryByRole('button', { name: "I'm here" })).not.toBeInTheDocument();
  });

  it('is a message alone without a place', async () => {
    standAt(null);
    const api = await openJob(due, { [HERE]: () => ({ json: { ...due, here_at: past } }) });
    await press("I'm here");
    expect(await screen.findByText(/knows you are here \(said at 10:00\)/)).toBeInTheDocument();
    expect(api.of(HERE).map(({ body }) => body)).toEqual([{}]);
  });
});

it.each([
  ['long before the window', { at_the_door_from: new Date(Date.now() + 3 * HOUR).toISOString() }],
  ['at work', { status: 'in_progress' as const, at_the_door_from: past }],
])('neither is there %s', async (_, change) => {
  await openJob({ ...due, ...change });
  expect(screen.queryByRole('button', { name: "I'm here" })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '10 min' })).not.toBeInTheDocument();
});
