import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { problem } from '@/test/fakeApi';
import {
  activePro,
  fakeStream,
  newPro,
  offer,
  openArea,
  ownJob,
  poolJob,
  STREAM,
  serverOf,
  waitingPro,
} from '../testing';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', async (original) => ({ ...(await original<typeof import('@/ui')>()), toast }));

const OFFERS = 'GET /api/masters/offers';
const JOBS = 'GET /api/bookings';
const NOT_READY = 'Complete profile & switch to Online to get offers';

beforeEach(() => toast.mockClear());
afterEach(() => vi.useRealTimers());

/** The area of an active pro whose stream is open. */
async function openLive(path: string, handlers = {}) {
  const stream = fakeStream();
  const api = serverOf(activePro, { [STREAM]: stream.open, ...handlers });
  openArea(path);
  await waitFor(() => expect(toast).toHaveBeenCalledWith('Connected for new jobs', { duration: 1500 }));
  return { stream, api };
}

it('opens one stream with the bearer, and keeps it from page to page', async () => {
  const { api } = await openLive('/master');
  await userEvent.click(screen.getByRole('link', { name: 'Stream' }));
  expect(await screen.findByText(/^Connected for new jobs\./)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('link', { name: 'Bookings' }));
  expect(api.of(STREAM)).toHaveLength(1);
  expect(api.of(STREAM)[0]?.headers.get('Authorization')).toMatch(/^Bearer head\./);
});

it('tells a pro who is offline how to get offers, once', async () => {
  const api = serverOf({ ...activePro, isActive: false });
  openArea('/master');
  await waitFor(() => expect(toast).toHaveBeenCalledWith(NOT_READY, { tone: 'warn', duration: 6000 }));
  expect(toast).toHaveBeenCalledOnce();
  expect(api.of(STREAM)).toHaveLength(0);
});

it('says during onboarding what is missing', async () => {
  const api = serverOf(newPro);
  openArea('/master');
  expect(await screen.findByRole('heading', { name: 'Complete your profile' })).toBeInTheDocument();
  await waitFor(() => expect(toast).toHaveBeenCalledWith(NOT_READY, { tone: 'warn', duration: 6000 }));
  expect(api.of(STREAM)).toHaveLength(0);
});

it('waits without a word for the verification of documents', async () => {
  const api = serverOf(waitingPro);
  openArea('/master/stream');
  expect(await screen.findByText('Jobs start once your documents are verified.')).toBeInTheDocument();
  expect(api.of(STREAM)).toHaveLength(0);
  expect(toast).not.toHaveBeenCalled();
});

it('opens when the pro goes online, and closes when they go offline', async () => {
  const stream = fakeStream();
  const api = serverOf(
    { ...activePro, isActive: false },
    {
      [STREAM]: stream.open,
      'PUT /api/masters/profile/activate': ({ body }: { body: unknown }) => ({
        json: { ...activePro, ...(body as object) },
      }),
    },
  );
  openArea('/master');
  const available = await screen.findByRole('switch', { name: 'Available for jobs' });
  await userEvent.click(available);
  await waitFor(() => expect(api.of(STREAM)).toHaveLength(1));
  await userEvent.click(available);
  await screen.findAllByText('Offline');
  stream.send('booking', offer);
  expect(screen.queryByText('Leak / tap issue')).not.toBeInTheDocument();
});

it('says once that the connection is lost, tries again after 1, 2 and 4 s, and catches up', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { stream, api } = await openLive('/master/stream');
  const before = api.of(OFFERS).length;
  api.cut(STREAM);
  stream.cut();
  expect(await screen.findByText('Connection lost. Reconnecting…')).toBeInTheDocument();
  expect(toast).toHaveBeenLastCalledWith('Connection lost. Reconnecting…', { duration: 3000 });
  for (const [tries, seconds] of [1, 2].entries()) {
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 300);
    expect(api.of(STREAM)).toHaveLength(tries + 1);
    await vi.advanceTimersByTimeAsync(400);
    expect(api.of(STREAM)).toHaveLength(tries + 2);
  }
  api.change(STREAM, stream.open);
  api.change(OFFERS, () => ({ json: { items: [offer] } }));
  await vi.advanceTimersByTimeAsync(4000);
  expect(await screen.findByText('Leak / tap issue')).toBeInTheDocument();
  expect(toast.mock.calls.map(([text]) => text)).toEqual([
    'Connected for new jobs',
    'Connection lost. Reconnecting…',
    'Connected for new jobs',
  ]);
  expect(api.of(OFFERS).length).toBeGreaterThan(before);
});

it('asks to sign in when the server no longer knows the session', async () => {
  serverOf(activePro, { [STREAM]: () => problem(401, 'unauthorised') });
  openArea('/master');
  await waitFor(() => expect(toast).toHaveBeenCalledWith('Sign in to receive jobs'));
});

it('says what is missing when the server refuses this pro', async () => {
  const api = serverOf(activePro, { [STREAM]: () => problem(403, 'forbidden') });
  openArea('/master');
  await waitFor(() => expect(toast).toHaveBeenCalledWith(NOT_READY, { tone: 'warn', duration: 6000 }));
  expect(api.of(STREAM)).toHaveLength(1);
});

it('takes away an offer that another pro has taken, and says so', async () => {
  const { stream } = await openLive('/master');
  stream.send('booking', offer);
  await screen.findByText('Leak / tap issue');
  stream.send('taken', { bookingId: offer.bookingId });
  await waitFor(() => expect(screen.queryByText('Leak / tap issue')).not.toBeInTheDocument());
  expect(toast).toHaveBeenLastCalledWith('Job was taken by another pro', { duration: 3500 });
});

it('takes away a withdrawn offer without a word', async () => {
  const { stream } = await openLive('/master');
  stream.send('booking', offer);
  await screen.findByText('Leak / tap issue');
  stream.send('withdrawn', { bookingId: offer.bookingId });
  await waitFor(() => expect(screen.queryByText('Leak / tap issue')).not.toBeInTheDocument());
  expect(toast).toHaveBeenCalledOnce();
});

it('fetches the pool again when it has changed', async () => {
  const { stream, api } = await openLive('/master/stream');
  await screen.findByText('No pending jobs nearby');
  api.change(JOBS, () => ({ json: { items: [poolJob] } }));
  stream.send('pool', {});
  expect(await screen.findByText('Blocked sink')).toBeInTheDocument();
});

it('shows at once that a job was cancelled', async () => {
  const { stream, api } = await openLive('/master', { [JOBS]: () => ({ json: { items: [ownJob] } }) });
  await screen.findByText('Blocked sink');
  api.change(JOBS, () => ({ json: { items: [] } }));
  stream.send('cancelled', { bookingId: ownJob.id });
  expect(await screen.findByText('No active jobs')).toBeInTheDocument();
  expect(toast).toHaveBeenLastCalledWith('One of your jobs was cancelled', { tone: 'bad' });
});
