import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { WaitingJob } from '@/api/jobs';
import { loadPricing } from '@/pricing/load';
import { problem } from '@/test/fakeApi';
import { activePro, fakeStream, offer, openArea, poolJob, STREAM, serverOf } from '../testing';
import { mostPounds, proposalSchema } from './schema';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', async (original) => ({ ...(await original<typeof import('@/ui')>()), toast }));

const RESPOND = `POST /api/matching/respond/${offer.bookingId}`;
const OFFERS = 'GET /api/masters/offers';
const JOB = `GET /api/bookings/${offer.bookingId}`;
const WAITING = 'Waiting for the client until 09:30';

const now = new Date('2026-11-24T09:00:00Z');

// Once for all tests, and in nobody's time.
beforeAll(async () => void (await loadPricing()));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  toast.mockClear();
});
afterEach(() => vi.useRealTimers());

/** The job of the offer, while the client has not answered. */
const waitingJob: WaitingJob = {
  ...poolJob,
  id: offer.bookingId,
  readable_name: 'Leak / tap issue',
  status: 'accepted',
  proposal: { pricePence: 12_200, deltaPence: 1500, approved: false, until: '2026-11-24T09:30:00+00:00' },
};

const user = userEvent.setup({ delay: null });

/** For tests in which time passes: others need not wait for a clock. */
const withClock = () => vi.useFakeTimers({ shouldAdvanceTime: true, now });

/** A page of the area with one offer, and the form for another price open. */
async function openForm(answer: () => ReturnType<typeof problem>, { ttl = offer.ttl } = {}) {
  const stream = fakeStream();
  const api = serverOf(activePro, {
    [STREAM]: stream.open,
    [OFFERS]: () => ({ json: { items: [{ ...offer, ttl }] } }),
    [JOB]: () => problem(404, 'not_found'),
    [RESPOND]: answer,
  });
  openArea('/master/stream');
  await user.click(await screen.findByRole('button', { name: 'Propose another price' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Propose another price' }));
  return {
    api,
    stream,
    dialog,
    send: () => user.click(dialog.getByRole('button', { name: 'Send proposal' })),
  };
}

const accepted = () => ({ json: { status: 'accepted' } });

it('sends whole pounds and a message, and then waits for the client', async () => {
  const { api, dialog, send } = await openForm(accepted);
  expect(await dialog.findByText('£90.95')).toBeInTheDocument();
  await user.type(dialog.getByLabelText('How many pounds more'), '15');
  expect(await dialog.findByText('£122')).toBeInTheDocument();
  expect(await dialog.findByText('£18.30')).toBeInTheDocument();
  expect(dialog.getByText('£103.70')).toBeInTheDocument();
  await user.click(dialog.getByLabelText(/^Why/));
  await user.paste(' Needs an access panel ');
  api.change(OFFERS, () => ({ json: { items: [], waiting: [waitingJob] } }));
  await send();
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for the client' }));
  expect(waiting.getByText(WAITING)).toBeInTheDocument();
  expect(waiting.getByText(/^Your price: £122\./)).toBeInTheDocument();
  expect(api.of(RESPOND)[0]?.body).toEqual({
    action: 'accept',
    starts_at: offer.window?.start,
    price_delta: 15,
    message: 'Needs an access panel',
  });
  expect(toast).toHaveBeenCalledWith('Sent. The client has it now.', { tone: 'good' });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.queryByRole('region', { name: 'Offers for you' })).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Stream' })).toHaveFocus();
});

it('proposes a lower price', async () => {
  const { api, dialog, send } = await openForm(accepted);
  await user.click(dialog.getByRole('radio', { name: 'Lower' }));
  await user.type(dialog.getByLabelText('How many pounds less'), '7');
  await send();
  await waitFor(() => expect(api.of(RESPOND)[0]?.body).toMatchObject({ action: 'accept', price_delta: -7 }));
});

it('checks the amount before it is sent, and shows what the server refuses at its field', async () => {
  const { api, dialog, send } = await openForm(() =>
    problem(422, 'invalid', { errors: { price_delta: 'The price must change.', message: 'Too rude.' } }),
  );
  await send();
  expect(await dialog.findByText('Enter whole pounds, from £1 to £53.')).toBeInTheDocument();
  expect(api.of(RESPOND)).toHaveLength(0);
  await user.type(dialog.getByLabelText('How many pounds more'), '53');
  await send();
  expect(await dialog.findByText('The price must change.')).toBeInTheDocument();
  expect(dialog.getByText('Too rude.')).toBeInTheDocument();
});

it('outlives its offer, and says beside the button when the job is gone', async () => {
  withClock();
  const { dialog, send } = await openForm(() => problem(409, 'already_taken'), { ttl: 2 });
  for (let second = 0; second < 6; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  await user.type(dialog.getByLabelText('How many pounds more'), '5');
  await send();
  expect(await dialog.findByText('Too late — already taken')).toBeInTheDocument();
  expect(screen.queryByText(WAITING)).not.toBeInTheDocument();
});

it('keeps the offer at its price while the client has to pay first', async () => {
  const detail = 'The client has to pay for this job first.';
  const { dialog, send } = await openForm(() => problem(409, 'payment_due', { detail }));
  await user.type(dialog.getByLabelText('How many pounds more'), '5');
  await send();
  expect(await dialog.findByText(detail)).toBeInTheDocument();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('article')).toBeInTheDocument();
});

/** The Stream page, or another, while a proposal waits. */
async function openWaiting(handlers = {}, path = '/master/stream') {
  const stream = fakeStream();
  const api = serverOf(activePro, {
    [STREAM]: stream.open,
    [OFFERS]: () => ({ json: { items: [], waiting: [waitingJob] } }),
    [JOB]: () => ({ json: waitingJob }),
    ...handlers,
  });
  openArea(path);
  await screen.findByText(WAITING);
  await waitFor(() => expect(toast).toHaveBeenCalledWith('Connected for new jobs', { duration: 1500 }));
  return { api, stream };
}

const gone = () => waitFor(() => expect(screen.queryByText(WAITING)).not.toBeInTheDocument());

it('is taken back', async () => {
  const { api } = await openWaiting({ [RESPOND]: () => ({ json: { status: 'pending' } }) });
  await user.click(screen.getByRole('button', { name: 'Take back' }));
  await gone();
  expect(api.of(RESPOND)[0]?.body).toEqual({ action: 'decline' });
  expect(screen.getByRole('heading', { name: 'Stream' })).toHaveFocus();
});

it('stays when it could not be taken back', async () => {
  await openWaiting({ [RESPOND]: () => problem(503, 'unavailable') });
  await user.click(screen.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('It could not be taken back. Please try again.')).toBeInTheDocument();
  expect(screen.getByText(WAITING)).toBeInTheDocument();
});

it.each([
  ['assigned', ['The client has agreed. The job is yours.', { tone: 'good' }]],
  ['withdrawn', ['The client has not agreed. The job is not yours.']],
])('ends with the event "%s", which is said', async (event, told) => {
  const { stream } = await openWaiting();
  stream.send(event, { bookingId: offer.bookingId });
  await gone();
  expect(toast).toHaveBeenLastCalledWith(...told);
});

it('says that the client pays once the price is agreed', async () => {
  withClock();
  const { api } = await openWaiting();
  const proposal = { ...waitingJob.proposal, approved: true, until: '2026-11-24T09:45:00+00:00' };
  api.change(OFFERS, () => ({ json: { items: [], waiting: [{ ...waitingJob, proposal }] } }));
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(await screen.findByText('Waiting for the client to pay until 09:45')).toBeInTheDocument();
});

it('is no longer there when the job turns out to be the pro’s', async () => {
  withClock();
  const { api } = await openWaiting();
  api.change(OFFERS, () => ({ json: { items: [], waiting: [] } }));
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  await gone();
});

it('stands on the page of its job', async () => {
  await openWaiting({}, `/master/booking/${offer.bookingId}`);
  expect(screen.getByRole('heading', { level: 1, name: 'Leak / tap issue' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Take back' })).toBeInTheDocument();
  expect(screen.queryByText("You can't open this job")).not.toBeInTheDocument();
});

it('is proposed on the page of a job, too', async () => {
  const JOB_PAGE = `GET /api/bookings/${poolJob.id}`;
  const RESPOND_TO_POOL = `POST /api/matching/respond/${poolJob.id}`;
  const api = serverOf(activePro, {
    [JOB_PAGE]: () => ({ json: poolJob }),
    [RESPOND_TO_POOL]: accepted,
  });
  openArea(`/master/booking/${poolJob.id}`);
  await user.click(await screen.findByRole('button', { name: 'Propose another price' }));
  await user.type(screen.getByLabelText('How many pounds more'), '10');
  // The client moves the job, which the form covers.
  const timeslot = { id: 'other', start: '2026-11-25T14:00:00+00:00', end: '2026-11-25T16:00:00+00:00' };
  api.change(JOB_PAGE, () => ({ json: { ...poolJob, timeslot } }));
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText('Wed 25 Nov, 14:00–16:00')).toBeInTheDocument();
  api.change(JOB_PAGE, () => ({ json: { ...waitingJob, id: poolJob.id, readable_name: 'Blocked sink' } }));
  await user.click(screen.getByRole('button', { name: 'Send proposal' }));
  expect(await screen.findByText(WAITING)).toBeInTheDocument();
  expect(await screen.findByText('Waiting for the client')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Blocked sink', level: 1 })).toHaveFocus();
  expect(api.of(RESPOND_TO_POOL)[0]?.body).toEqual({
    action: 'accept',
    starts_at: poolJob.timeslot?.start,
    price_delta: 10,
  });
});

it('changes a price by whole pounds, up to half of it', () => {
  expect([100, 199, 200, 9750, 10_700].map(mostPounds)).toEqual([0, 0, 1, 48, 53]);
  const check = (pounds: string) =>
    proposalSchema(48).safeParse({ direction: 'less', pounds, message: '' }).data?.price_delta;
  expect(['48', ' £1 ', '0', '49', '1.5', '-3', ''].map(check)).toEqual([
    -48,
    -1,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
