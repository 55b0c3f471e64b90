import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { problem } from '@/test/fakeApi';
import { activePro, offer, openArea, poolJob, serverOf } from '../testing';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', async (original) => ({ ...(await original<typeof import('@/ui')>()), toast }));

const JOBS = 'GET /api/bookings';
const RESPOND = `POST /api/matching/respond/${poolJob.id}`;

// Two days before the windows of the jobs.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T09:00:00Z') }));
afterEach(() => vi.useRealTimers());

const region = () => screen.findByRole('region', { name: 'Pending nearby' });
const pool = async () => within(await region());

it('shows the pool below the offers, and no job in both', async () => {
  const offered = { ...poolJob, id: offer.bookingId, readable_name: 'Leak / tap issue' };
  const api = serverOf(activePro, {
    'GET /api/masters/offers': () => ({ json: { items: [offer] } }),
    [JOBS]: ({ query }) => ({ json: { items: query.get('filter') === 'pending' ? [poolJob, offered] : [] } }),
  });
  openArea('/master/stream');
  const inPool = await pool();
  expect(await inPool.findByRole('link', { name: 'Blocked sink' })).toHaveAttribute(
    'href',
    `/master/booking/${poolJob.id}`,
  );
  for (const text of ['N1, 4.8 km,', 'Tue 24 Nov, 09:00–11:00'])
    expect(inPool.getByText(text)).toBeInTheDocument();
  expect(inPool.getByText('£97.75')).toBeInTheDocument();
  expect(inPool.queryByText('Leak / tap issue')).not.toBeInTheDocument();
  expect(screen.getByRole('article', { name: 'Leak / tap issue' })).toBeInTheDocument();
  expect(api.of(JOBS).some(({ query }) => query.get('filter') === 'pending')).toBe(true);
});

it('takes a job from the pool', async () => {
  const api = serverOf(activePro, {
    [JOBS]: () => ({ json: { items: [poolJob] } }),
    [RESPOND]: () => ({ json: { status: 'assigned' } }),
  });
  openArea('/master/stream');
  const accept = await screen.findByRole('button', { name: 'Accept' });
  await userEvent.click(accept);
  // It leads to the job.
  await waitFor(() =>
    expect(screen.getByTestId('location')).toHaveTextContent(`/master/booking/${poolJob.id}`),
  );
  expect(toast).toHaveBeenCalledWith('Assigned', { tone: 'good' });
  expect(api.of(RESPOND)[0]?.body).toEqual({
    action: 'accept',
    starts_at: poolJob.timeslot?.start,
  });
});

it('says when the pool could not be loaded, and tries again', async () => {
  const api = serverOf(activePro, { [JOBS]: () => problem(500, 'internal') });
  openArea('/master/stream');
  expect(await screen.findByText('Failed to load pending jobs')).toBeInTheDocument();
  api.change(JOBS, () => ({ json: { items: [poolJob] } }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Blocked sink')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('Failed to load pending jobs')).not.toBeInTheDocument());
});

it('opens the job that a notification is of, while it can be had', async () => {
  serverOf(activePro, { [`GET /api/bookings/${poolJob.id}`]: () => ({ json: poolJob }) });
  openArea(`/master/stream?offer=${poolJob.id}`);
  expect(await screen.findByText('The kitchen sink does not drain')).toBeInTheDocument();
  expect(screen.getByTestId('location')).toHaveTextContent(`/master/booking/${poolJob.id}`);
});

it('says that the job of a notification is gone, and shows what is still open', async () => {
  serverOf(activePro, {
    'GET /api/bookings/C-GONE': () => problem(404, 'not_found'),
    [JOBS]: () => ({ json: { items: [poolJob] } }),
  });
  openArea('/master/stream?offer=C-GONE');
  expect(await screen.findByText(/^That job is gone/)).toBeInTheDocument();
  expect(await (await pool()).findByText('Blocked sink')).toBeInTheDocument();
});

it('tells a pro who is offline that jobs appear by themselves, and where to go online', async () => {
  serverOf({ ...activePro, isActive: false });
  openArea('/master/stream');
  expect(await screen.findByText(/new jobs appear here by themselves/)).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: 'Go online' })).toHaveAttribute('href', '/master');
});
