import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { WorkingHours } from '@/api/hours';
import { problem } from '@/test/fakeApi';
import { activePro, noHours, openArea, ownJob, serverOf } from '../testing';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', async (original) => ({ ...(await original<typeof import('@/ui')>()), toast }));

vi.mock('@/shared/id', () => ({ randomId: () => 'time-away-9' }));

const HOURS = 'GET /api/masters/me/hours';
const SAVE = 'PUT /api/masters/me/hours';
const CALENDAR = 'POST /api/masters/me/calendar';

beforeEach(() => toast.mockClear());

/** The screen of a pro who has said this. */
async function open(hours: WorkingHours = noHours, handlers = {}) {
  const api = serverOf(activePro, { [HOURS]: () => ({ json: hours }), ...handlers });
  openArea('/master/hours');
  await screen.findByRole('button', { name: 'Save' });
  return api;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const day = (name: string) => within(screen.getByRole('group', { name }));

it('is for any time until hours are given, and sends them as a whole', async () => {
  const saved: WorkingHours = {
    ...noHours,
    weekly: [[{ from: '08:00', to: '17:00' }], [], [], [], [], [], []],
  };
  const api = await open(noHours, { [SAVE]: () => ({ json: saved }) });
  expect(screen.getByRole('radio', { name: /^Any time/ })).toBeChecked();
  expect(screen.queryByRole('group', { name: 'Monday' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: /^At these hours/ }));
  expect(day('Saturday').getByText('Not working')).toBeInTheDocument();
  for (const name of ['Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await press(`Remove ${name}, 08:00 to 17:00`);
  await userEvent.type(screen.getByLabelText(/^Minimum price/), '62.50');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Emergencies outside my hours' }));
  await press('Save');
  await waitFor(() => expect(toast).toHaveBeenCalledWith('Your working hours are saved', { tone: 'good' }));
  expect(api.of(SAVE)[0]?.body).toEqual({
    weekly: [[{ from: '08:00', to: '17:00' }], [], [], [], [], [], []],
    emergenciesAnyTime: true,
    minimumGBP: 62.5,
    quietAtNight: false,
  });
});

it('says beside the day what is wrong with its hours, and sends nothing', async () => {
  const weekly = [
    [
      { from: '08:00', to: '12:00' },
      { from: '11:00', to: '13:00' },
    ],
    ...[[], [], [], [], [], []],
  ];
  const api = await open({ ...noHours, weekly });
  await press('Save');
  expect(await screen.findByText('Monday: these times overlap.')).toBeInTheDocument();
  await press('Remove Monday, 11:00 to 13:00');
  expect(screen.getByRole('group', { name: 'Monday' })).toHaveFocus();
  await press('Add hours on Monday');
  await press('Save');
  expect(await screen.findByText('Monday: enter when each time begins and ends.')).toBeInTheDocument();
  await press('Remove hours on Monday');
  await press('Remove Monday, 08:00 to 12:00');
  await press('Save');
  expect(
    await screen.findByText('Add the hours of at least one day, or choose any time.'),
  ).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText(/^Minimum price/), '0.50');
  await press('Save');
  expect(await screen.findByText(/^Enter an amount from £1 to £1,000/)).toBeInTheDocument();
  expect(api.of(SAVE)).toHaveLength(0);
});

it('shows the server’s mistake at its day, and hours that go on across midnight as such', async () => {
  const weekly = [[{ from: '22:00', to: '06:00' }], [], [], [], [], [], []];
  await open(
    { ...noHours, weekly },
    { [SAVE]: () => problem(422, 'invalid', { errors: { 'weekly.0': 'Monday: use times like 08:00.' } }) },
  );
  expect(screen.getByRole('radio', { name: /^At these hours/ })).toBeChecked();
  expect(day('Monday').getByText('until the next day')).toBeInTheDocument();
  await press('Save');
  expect(await screen.findByText('Monday: use times like 08:00.')).toBeInTheDocument();
});

it('asks what to do with the jobs that a day off meets', async () => {
  const job = {
    bookingId: ownJob.id,
    readableName: 'Blocked sink',
    district: 'N1',
    slot: { id: 'a', start: '2026-11-24T09:00:00+00:00', end: '2026-11-24T11:00:00+00:00' },
  };
  const sent: unknown[] = [];
  await open(noHours, {
    'PUT /api/masters/me/times-away/time-away-9': ({ body }: { body: unknown }) => {
      sent.push(body);
      return { json: { jobs: [job] } };
    },
  });
  await press('Add days off');
  await userEvent.type(screen.getByLabelText('First day'), '2026-11-24');
  await userEvent.type(screen.getByLabelText(/^Note/), 'Dentist');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'You have a job at that time' }));
  expect(dialog.getByText('Tue 24 Nov, 09:00–11:00 · N1')).toBeInTheDocument();
  expect(dialog.getByRole('link', { name: 'Write to the client' })).toHaveAttribute(
    'href',
    `/chat/${ownJob.id}`,
  );
  expect(dialog.getByRole('link', { name: 'Open to withdraw' })).toHaveAttribute(
    'href',
    `/master/booking/${ownJob.id}`,
  );
  expect(sent).toEqual([
    { kind: 'day_off', start: '2026-11-24T00:00', end: '2026-11-25T00:00', note: 'Dentist' },
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Keep it' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('lists times away and blocked clients, and lets a time go', async () => {
  const hours: WorkingHours = {
    ...noHours,
    timesAway: [
      {
        id: 'time-away-1',
        kind: 'day_off',
        start: '2026-12-24T00:00',
        end: '2026-12-28T00:00',
        note: 'Home',
      },
      { id: 'time-away-2', kind: 'block', start: '2026-11-24T09:00', end: '2026-11-24T11:00', note: '' },
    ],
    blockedClients: [
      { bookingId: 'C-1', firstName: 'Ada', readableName: 'Leak', blockedAt: '2026-11-23T10:00:00+00:00' },
    ],
  };
  const api = await open(hours, {
    'DELETE /api/masters/me/times-away/time-away-2': () => ({ status: 204 }),
  });
  expect(screen.getByText('Thu 24 Dec to Sun 27 Dec')).toBeInTheDocument();
  expect(screen.getByText('Day off · Home')).toBeInTheDocument();
  api.change(HOURS, () => ({ json: noHours }));
  await press('Delete Tue 24 Nov, 09:00–11:00');
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Days off and blocked times' })).toHaveFocus(),
  );
  expect(api.of('DELETE /api/masters/me/times-away/time-away-2')).toHaveLength(1);
});

it('lets a blocked client in again', async () => {
  const client = {
    bookingId: 'C-1',
    firstName: 'Ada',
    readableName: 'Leak',
    blockedAt: '2026-11-23T10:00:00Z',
  };
  const api = await open(
    { ...noHours, blockedClients: [client] },
    { 'DELETE /api/masters/me/blocked-clients/C-1': () => ({ status: 204 }) },
  );
  api.change(HOURS, () => ({ json: noHours }));
  await press('Unblock Ada');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Blocked clients' })).toHaveFocus());
  expect(api.of('DELETE /api/masters/me/blocked-clients/C-1')).toHaveLength(1);
});

it('begins with the hours of now, though older ones are at hand', async () => {
  const api = serverOf(activePro, { [HOURS]: () => ({ json: noHours }) });
  openArea('/master/hours');
  await screen.findByRole('button', { name: 'Save' });
  const [back] = screen.getAllByRole('link', { name: 'Profile' });
  await userEvent.click(back as HTMLElement);
  await screen.findByRole('heading', { name: 'Passkeys' });
  // Changed on another device meanwhile.
  api.change(HOURS, () => ({ json: { ...noHours, quietAtNight: true, minimumGBP: 50 } }));
  await userEvent.click(screen.getByRole('link', { name: /Working hours/ }));
  expect(await screen.findByLabelText(/^Minimum price/)).toHaveValue('50');
  expect(screen.getByRole('switch', { name: 'Quiet at night' })).toBeChecked();
});

it('shows a new calendar link once', async () => {
  const made = {
    url: 'https://callout.example/calendar/abc.ics',
    link: { showsClients: false, madeAt: '2026-11-23T10:00:00+00:00' },
  };
  const api = await open(noHours, { [CALENDAR]: () => ({ status: 201, json: made }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Make a link' }));
  expect(await screen.findByLabelText('Your link')).toHaveValue(made.url);
  expect(screen.getByText(/without names and addresses/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Make a new link' })).toBeInTheDocument();
  expect(api.of(CALENDAR)[0]?.body).toEqual({ showsClients: false });
});

it('asks for a code before a link shows clients', async () => {
  const stale = () => problem(409, 'fresh_code_required', { channel: 'email' });
  const api = await open(noHours, { [CALENDAR]: stale });
  await userEvent.click(await screen.findByLabelText('With clients’ names, addresses and phones'));
  await userEvent.click(screen.getByRole('button', { name: 'Make a link' }));
  expect(await screen.findByText(/^To be sure that it is you, we send a code to/)).toBeInTheDocument();
  expect(api.of(CALENDAR)[0]?.body).toEqual({ showsClients: true });
  expect(toast).not.toHaveBeenCalled();
});

it('blocks a client from the page of a job that is over', async () => {
  const BLOCK = `PUT /api/masters/me/blocked-clients/${ownJob.id}`;
  const api = serverOf(activePro, {
    [`GET /api/bookings/${ownJob.id}`]: () => ({ json: { ...ownJob, status: 'completed' } }),
    [BLOCK]: () => ({ status: 204 }),
  });
  openArea(`/master/booking/${ownJob.id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Don’t work for this client again' }));
  await userEvent.click(screen.getByRole('button', { name: 'Block' }));
  await waitFor(() => expect(api.of(BLOCK)).toHaveLength(1));
});
