import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { problem } from '@/test/fakeApi';
import { activePro, newPro, openArea, ownJob, serverOf, waitingPro } from '../testing';

const JOBS = 'GET /api/bookings';

async function rowOf(name: string) {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('li') ?? heading);
}

/** A server with one job of each kind. */
function serverWithJobs() {
  const names: Record<string, string> = {
    active: 'Blocked sink',
    completed: 'Old boiler',
    cancelled: 'Socket',
  };
  return serverOf(activePro, {
    [JOBS]: ({ query }) => ({
      json: { items: [{ ...ownJob, readable_name: names[query.get('filter') ?? ''] }] },
    }),
  });
}

it('shows short id, price, description, address, status and a link of each job', async () => {
  serverWithJobs();
  openArea('/master/bookings');
  const row = await rowOf('Blocked sink');
  for (const text of [
    'C-4QX8',
    '£115',
    'You get £97.75',
    'The kitchen sink does not drain',
    '14 Harbour Row',
    'Assigned',
  ])
    expect(row.getByText(text)).toBeInTheDocument();
  expect(row.getByRole('link', { name: 'Open Blocked sink, C-4QX8' })).toHaveAttribute(
    'href',
    `/master/booking/${ownJob.id}`,
  );
});

it('says of a refunded job what is left for the pro', async () => {
  const refunded = { ...ownJob, status: 'completed', taken_back_pence: 4_888 };
  serverOf(activePro, { [JOBS]: () => ({ json: { items: [refunded] } }) });
  openArea('/master/bookings');
  expect(await screen.findByText('You get £48.87')).toBeInTheDocument();
});

it('does not say of a cancelled job that its price is paid', async () => {
  serverOf(activePro, { [JOBS]: () => ({ json: { items: [{ ...ownJob, status: 'cancelled' }] } }) });
  openArea('/master/bookings');
  expect(await screen.findByText('£115')).toBeInTheDocument();
  expect(screen.queryByText(/You get/)).not.toBeInTheDocument();
});

it('filters: active at first, completed, cancelled', async () => {
  serverWithJobs();
  openArea('/master/bookings');
  await screen.findByText('Blocked sink');
  await userEvent.click(screen.getByRole('radio', { name: 'Completed' }));
  expect(await screen.findByText('Old boiler')).toBeInTheDocument();
  expect(screen.queryByText('Blocked sink')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'Cancelled' }));
  expect(await screen.findByText('Socket')).toBeInTheDocument();
});

it('opens with the filter of the address, and says when there is nothing', async () => {
  serverOf(activePro);
  openArea('/master/bookings?filter=completed');
  expect(await screen.findByText('No completed jobs')).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'Completed' })).toBeChecked();
});

it('says when the jobs could not be loaded, and tries again', async () => {
  const api = serverOf(activePro, { [JOBS]: () => problem(500, 'internal') });
  openArea('/master/bookings');
  expect(await screen.findByText('Failed to load your jobs')).toBeInTheDocument();
  api.change(JOBS, () => ({ json: { items: [ownJob] } }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Blocked sink')).toBeInTheDocument();
});

it('loads further pages with the cursor', async () => {
  serverOf(activePro, {
    [JOBS]: ({ query }) => ({
      json: query.get('cursor')
        ? { items: [{ ...ownJob, id: 'C-2', readable_name: 'Old boiler' }] }
        : { items: [ownJob], next_cursor: 'older' },
    }),
  });
  openArea('/master/bookings');
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Old boiler')).toBeInTheDocument();
  expect(screen.getByText('Blocked sink')).toBeInTheDocument();
});

it('comes with activation, and on the home page with verification', async () => {
  serverOf(newPro);
  const { unmount } = openArea('/master/bookings');
  expect(await screen.findByRole('heading', { name: 'Complete your profile' })).toBeInTheDocument();
  unmount();
  serverOf(waitingPro);
  openArea('/master');
  await screen.findByRole('heading', { name: 'Home' });
  expect(screen.queryByRole('radio', { name: 'Active' })).not.toBeInTheDocument();
});
