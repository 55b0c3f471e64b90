// Visits that came to nothing: a pro contests that they did not come, or reports that nobody is at home.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '@/api/jobs';
import { problem } from '@/test/fakeApi';
import { activePro, openArea, ownJob, serverOf } from '../testing';

const JOB = `GET /api/bookings/${ownJob.id}`;
const CONTEST = `POST /api/bookings/${ownJob.id}/no-show/contest`;
const ARRIVE = `POST /api/bookings/${ownJob.id}/at-the-door`;
const REPORT = `POST /api/bookings/${ownJob.id}/not-home`;
const WHY = 'I rang the bell and called three times.';
const place = { latitude: 51.5, longitude: -0.14 };
const ahead = new Date(Date.now() + 86_400_000).toISOString();
const past = '2026-01-01T10:00:00Z';

async function openJob(job: Job, handlers = {}) {
  const api = serverOf(activePro, { [JOB]: () => ({ json: job }), ...handlers });
  openArea(`/master/booking/${ownJob.id}`);
  await screen.findByRole('heading', { name: 'Blocked sink' });
  return api;
}

function standAt(found: typeof place | null) {
  vi.stubGlobal('navigator', {
    ...navigator,
    geolocation: {
      getCurrentPosition: (done: PositionCallback, failed: PositionErrorCallback) =>
        found
          ? done({ coords: found } as GeolocationPosition)
          : failed({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError),
    },
  });
}

afterEach(() => vi.unstubAllGlobals());

const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => userEvent.click(button(name));

describe('a no-show', () => {
  const missed: Job = { ...ownJob, status: 'cancelled', cancel_reason: 'pro_no_show', no_show_until: ahead };
  const said = { text: WHY, reportedAt: '2026-11-24T10:00:00Z', amountPence: 0 };

  it('is contested with what happened, once', async () => {
    const { no_show_until: _, ...rest } = missed;
    const api = await openJob(missed, { [CONTEST]: () => ({ json: { ...rest, no_show: said } }) });
    await press('I was there');
    await press('Send');
    expect(await screen.findByText('Please write at least 10 characters.')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('What happened'), WHY);
    await press('Send');
    expect(await screen.findByText('We are looking into it, and write to you.')).toBeInTheDocument();
    expect(api.of(CONTEST).map(({ body }) => body)).toEqual([{ text: WHY }]);
    expect(screen.queryByRole('button', { name: 'I was there' })).not.toBeInTheDocument();
  });

  it.each([
    [() => problem(500, 'internal'), /Please try again/],
    [() => problem(422, 'invalid', { errors: { text: 'Say more.' } }), /Say more/],
  ])('keeps what was typed when it is refused', async (answer, text) => {
    await openJob(missed, { [CONTEST]: answer });
    await press('I was there');
    await userEvent.type(screen.getByLabelText('What happened'), WHY);
    await press('Send');
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByLabelText('What happened')).toHaveValue(WHY);
  });

  it.each([
    ['card', { verdict: 'overturned', amountPence: 3481 }, /counts as made\. We pay you £34\.81\. Seen\./],
    ['cash', { verdict: 'overturned', amountPence: 0 }, /nothing to pay you from\. Seen\./],
    ['card', { verdict: 'stands', amountPence: 0 }, /report stands\. Seen\./],
  ] as const)('shows what was decided of a job by %s: %o', async (payment_method, verdict, text) => {
    const { no_show_until: _, ...rest } = missed;
    await openJob({ ...rest, payment_method, no_show: { ...said, words: 'Seen.', ...verdict } });
    expect(screen.getByText(text)).toBeInTheDocument();
  });

  it('is not contested any more when the time is over', async () => {
    await openJob({ ...missed, no_show_until: past });
    expect(screen.queryByRole('button', { name: 'I was there' })).not.toBeInTheDocument();
  });
});

describe('a client who is not at home', () => {
  const due: Job = { ...ownJob, status: 'en_route', at_the_door_from: past };
  const { at_the_door_from: _, ...here } = due;
  const waiting = { ...here, not_home: { arrivedAt: past, reportFrom: ahead, amountPence: 0 } };
  const mayReport = { ...here, not_home: { arrivedAt: past, reportFrom: past, amountPence: 0 } };
  const reported = { ...here, not_home: { arrivedAt: past, text: WHY, reportedAt: past, amountPence: 0 } };

  it('is told first that the pro is at the door', async () => {
    standAt(place);
    const api = await openJob(due, { [ARRIVE]: () => ({ json: waiting }) });
    await press('Nobody is answering the door');
    expect(await screen.findByText(/The client knows\. Please wait/)).toBeInTheDocument();
    expect(api.of(ARRIVE).map(({ body }) => body)).toEqual([{ lat: 51.5, lng: -0.14 }]);
    expect(screen.queryByRole('button', { name: 'Nobody is at home' })).not.toBeInTheDocument();
  });

  it.each([
    [null, () => problem(500, 'internal'), /Allow this page to see your location/],
    [place, () => problem(409, 'too_early', { detail: 'Not yet.' }), /Not yet/],
  ])('is not told when that is refused', async (found, answer, text) => {
    standAt(found);
    await openJob(due, { [ARRIVE]: answer });
    await press('Nobody is answering the door');
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('is reported after the wait, with what was done', async () => {
    standAt(place);
    const api = await openJob(mayReport, { [REPORT]: () => ({ json: reported }) });
    await press('Nobody is at home');
    await press('Send');
    expect(await screen.findByText('Say why in 10 to 500 characters.')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('What you did'), WHY);
    await press('Send');
    expect(await screen.findByText('We are looking into it, and write to you.')).toBeInTheDocument();
    expect(api.of(REPORT).map(({ body }) => body)).toEqual([{ text: WHY, lat: 51.5, lng: -0.14 }]);
  });

  it.each([
    [
      'cancelled',
      { verdict: 'charged', amountPence: 4095 },
      /The client pays £40\.95 for your visit\. Nobody answered\./,
    ],
    ['cancelled', { verdict: 'charged', amountPence: 0 }, /The client pays nothing\. Nobody answered\./],
    [
      'en_route',
      { verdict: 'goes_on', amountPence: 0 },
      /The visit is still going ahead\. Nobody answered\./,
    ],
  ] as const)('shows what was decided: %s, %o', async (status, verdict, text) => {
    await openJob({
      ...reported,
      status,
      not_home: { ...reported.not_home, words: 'Nobody answered.', ...verdict },
    });
    expect(screen.getByText(text)).toBeInTheDocument();
  });

  it('is not asked about before the window', async () => {
    await openJob({ ...due, at_the_door_from: ahead });
    expect(screen.queryByRole('button', { name: 'Nobody is answering the door' })).not.toBeInTheDocument();
  });
});
