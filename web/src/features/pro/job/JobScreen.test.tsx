import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Job } from '@/api/jobs';
import { problem } from '@/test/fakeApi';
import { activePro, openArea, ownJob, poolJob, serverOf } from '../testing';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', async (original) => ({ ...(await original<typeof import('@/ui')>()), toast }));

const PATH = `/master/booking/${ownJob.id}`;
const JOB = `GET /api/bookings/${ownJob.id}`;
const MOVE = `PUT /api/bookings/${ownJob.id}`;
const WITHDRAW = `POST /api/bookings/${ownJob.id}/withdraw`;

const today = new Date().toISOString();
const todaysJob: Job = { ...ownJob, timeslot: { id: 'today', start: today, end: today } };

beforeEach(() => toast.mockClear());
afterEach(() => vi.useRealTimers());

/** The page of a job that moves as it is told. */
async function openJob(job: Job, handlers = {}) {
  let now = job;
  const api = serverOf(activePro, {
    [JOB]: () => ({ json: now }),
    [MOVE]: ({ body }) => {
      const moved = body as { status: Job['status'] };
      const event = {
        seq: (now.events?.length ?? 0) + 1,
        type: moved.status,
        at: new Date().toISOString(),
        data: {},
      };
      now = { ...now, ...moved, events: [...(now.events ?? []), event] };
      return { json: now };
    },
    ...handlers,
  });
  const page = openArea(PATH);
  await screen.findByRole('heading', { name: 'Blocked sink' });
  return { api, ...page };
}

const button = (name: string) => screen.getByRole('button', { name });
const status = () => screen.getAllByRole('status')[0];
const press = (name: string) => userEvent.click(button(name));

it('shows where, when, whom, how to get in and the pay of an assigned job', async () => {
  await openJob(ownJob);
  for (const text of [
    'Tue 24 Nov, 09:00–11:00',
    /^14 Harbour Row, London, N1.2AB$/,
    'Ada Brown',
    'Blue door, code 1907',
  ])
    expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Call 07911 123456' })).toHaveAttribute(
    'href',
    'tel:+447911123456',
  );
  const route = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Route' }).href);
  expect(route.searchParams.get('destination')).toBe('14 Harbour Row, London, N1 2AB');
  for (const amount of ['£115.00', '−£17.25', '£97.75']) expect(screen.getByText(amount)).toBeInTheDocument();
  expect(screen.getByText('The kitchen sink does not drain')).toBeInTheDocument();
});

it('fetches the photo with the bearer', async () => {
  const PHOTO = '/api/photos/p-1';
  const { api } = await openJob(
    { ...ownJob, photo_url: PHOTO },
    { [`GET ${PHOTO}`]: () => ({ body: new Blob(['x']), headers: { 'Content-Type': 'image/jpeg' } }) },
  );
  expect(await screen.findByRole('img', { name: "The client's view of the problem" })).toHaveAttribute(
    'src',
    expect.stringMatching(/^blob:/),
  );
  expect(api.of(`GET ${PHOTO}`)[0]?.headers.get('Authorization')).toMatch(/^Bearer head\./);
});

it('shows only the district of a job in the pool, and takes it', async () => {
  const RESPOND = `POST /api/matching/respond/${poolJob.id}`;
  const { api } = await openJob(poolJob, { [RESPOND]: () => ({ json: { status: 'assigned' } }) });
  expect(screen.getByText('N1, 4.8 km')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Route' })).not.toBeInTheDocument();
  api.change(JOB, () => ({ json: ownJob }));
  await press('Accept');
  expect(await screen.findByRole('link', { name: 'Route' })).toBeInTheDocument();
  expect(api.of(RESPOND)[0]?.body).toEqual({ action: 'accept', starts_at: poolJob.timeslot?.start });
});

it('sets off at once, and takes it back within a minute by the server’s clock', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { api } = await openJob(todaysJob);
  await press('On my way');
  expect(await screen.findByRole('button', { name: 'Start work' })).toHaveFocus();
  await act(() => vi.advanceTimersByTimeAsync(50_000));
  await press('Undo');
  await waitFor(() => expect(button('On my way')).toHaveFocus());
  expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument();
  expect(api.of(MOVE).map(({ body }) => body)).toEqual([{ status: 'en_route' }, { status: 'assigned' }]);
  await press('On my way');
  await screen.findByRole('button', { name: 'Undo' });
  for (let second = 0; second < 61; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument();
  expect(button('Start work')).toBeInTheDocument();
});

it('says when it is too late to take it back', async () => {
  const event = { seq: 5, type: 'en_route', at: new Date().toISOString(), data: {} } as const;
  await openJob(
    { ...todaysJob, status: 'en_route', events: [event] },
    { [MOVE]: () => problem(409, 'too_late', { detail: 'It is too late to take this back.' }) },
  );
  await press('Undo');
  expect(await screen.findByRole('alert')).toHaveTextContent('It is too late to take this back.');
});

it('asks before setting off for a job of another day', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T12:00:00Z') });
  const { api } = await openJob(ownJob);
  await press('On my way');
  const dialog = within(
    screen.getByRole('dialog', { name: 'This job is on Tue\u00a024\u00a0Nov. Start now?' }),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Not yet' }));
  expect(api.of(MOVE)).toHaveLength(0);
  await press('On my way');
  await userEvent.click(screen.getByRole('button', { name: 'Start now' }));
  expect(await screen.findByRole('button', { name: 'Start work' })).toBeInTheDocument();
  expect(api.of(MOVE)).toHaveLength(1);
});

it('goes on from the way to the work and to its end', async () => {
  const { api } = await openJob({ ...todaysJob, status: 'en_route', start: { triesLeft: 5, isOpen: false } });
  await press('Start work');
  await userEvent.type(screen.getByLabelText('Start code'), '0042');
  await press('Check and begin');
  const done = await screen.findByRole('button', { name: 'Mark as done' });
  expect(done).toHaveFocus();
  expect(status()).toHaveTextContent('In progress');
  await userEvent.click(done);
  await userEvent.click(screen.getByLabelText("I can't take a photo"));
  await userEvent.type(screen.getByLabelText('Why not?'), 'It is behind the wall.');
  await press('Finish the job');
  await waitFor(() => expect(status()).toHaveTextContent('Completed'));
  expect(screen.getByRole('heading', { name: 'Blocked sink' })).toHaveFocus();
  expect(api.of(MOVE).map(({ body }) => body)).toEqual([
    { status: 'in_progress', startCode: '0042' },
    { status: 'completed', cannotPhotograph: 'It is behind the wall.' },
  ]);
  expect(screen.queryByRole('button', { name: 'Mark as done' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument();
});

it('says next to the button why a job could not be moved, and shows where it is', async () => {
  const open = { ...todaysJob, status: 'en_route', start: { triesLeft: 0, isOpen: true } } as const;
  const { api } = await openJob(open, {
    [MOVE]: () => problem(409, 'illegal_transition', { detail: 'This booking has been cancelled.' }),
  });
  api.change(JOB, () => ({ json: { ...open, entry_info: 'New code 2001' } }));
  await press('Start work');
  expect(await screen.findByRole('alert')).toHaveTextContent('This booking has been cancelled.');
  expect(await screen.findByText('New code 2001')).toBeInTheDocument();
});

it('withdraws with a reason', async () => {
  const { api } = await openJob(ownJob, { [WITHDRAW]: () => ({ json: { ...poolJob } }) });
  await press('Withdraw');
  const dialog = within(screen.getByRole('dialog', { name: 'Withdraw from this job?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  expect(await dialog.findByText('Please say why.')).toBeInTheDocument();
  await userEvent.type(dialog.getByLabelText('Reason'), ' My van broke down ');
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/master/bookings'));
  expect(api.of(WITHDRAW)[0]?.body).toEqual({ reason: 'My van broke down' });
  expect(toast).toHaveBeenCalledWith('You have withdrawn from the job');
});

it('keeps the dialog and its text when the withdrawal fails', async () => {
  await openJob(ownJob, { [WITHDRAW]: () => problem(500, 'internal') });
  await press('Withdraw');
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Ill');
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  expect(await dialog.findByText(/^We couldn't take you off this job\./)).toBeInTheDocument();
  expect(dialog.getByLabelText('Reason')).toHaveValue('Ill');
});

it('says when the job is not this pro’s to see', async () => {
  serverOf(activePro, { [JOB]: () => problem(404, 'not_found') });
  openArea(PATH);
  expect(await screen.findByText("You can't open this job")).toBeInTheDocument();
});

it('says when the job could not be loaded, and tries again', async () => {
  const api = serverOf(activePro, { [JOB]: () => problem(500, 'internal') });
  openArea(PATH);
  expect(await screen.findByText('Failed to load this job')).toBeInTheDocument();
  api.change(JOB, () => ({ json: ownJob }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Blocked sink' })).toBeInTheDocument();
});

it('says what to collect in cash, until the job is done', async () => {
  const { unmount } = await openJob({ ...ownJob, payment_method: 'cash', collect_in_cash: 80 });
  expect(screen.getByText('Collect £80 in cash')).toBeInTheDocument();
  unmount();
  // It begins with what is kept on the device.
  await openJob({ ...ownJob, status: 'completed', payment_method: 'cash' });
  await waitFor(() => expect(screen.queryByText(/^Collect/)).not.toBeInTheDocument());
});

it('takes a review of the client once the job is done', async () => {
  const REVIEW = `POST /api/bookings/${ownJob.id}/review`;
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const written = { rating: 5, created_at: today };
  const { api } = await openJob(
    { ...ownJob, status: 'completed', review_until: until },
    { [REVIEW]: () => ({ status: 201, json: written }) },
  );
  expect(screen.getByText(/^Only our team reads it, never the client\./)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: '5 stars' }));
  await press('Send review');
  expect(await screen.findByRole('heading', { name: 'Your review' })).toBeInTheDocument();
  expect(api.of(REVIEW)[0]?.body).toEqual({ rating: 5 });
});

const suggested_time = {
  timeslot: { id: 't', start: '2026-11-25T11:00:00+00:00', end: '2026-11-25T13:00:00+00:00' },
  pricePence: 13_000,
  feePence: 1950,
  netPence: 11_050,
  accepted: false,
  until: '2026-11-23T12:05:00+00:00',
};
const ANSWER = `POST /api/bookings/${ownJob.id}/suggested-time`;

it('shows a suggested time with its pay, and accepts it', async () => {
  const { api } = await openJob(
    { ...ownJob, suggested_time },
    { [ANSWER]: () => ({ json: { ...ownJob, timeslot: suggested_time.timeslot } }) },
  );
  const card = within(screen.getByRole('region', { name: 'The client suggests Wed 25 Nov, 11:00–13:00' }));
  expect(card.getByText(/^In place of Tue 24 Nov, 09:00–11:00\. You get £110.50\./)).toBeInTheDocument();
  await press('Accept new time');
  await waitFor(() => expect(screen.queryByText('Keep the old time')).not.toBeInTheDocument());
  expect(api.of(ANSWER)[0]?.body).toEqual({ action: 'accept' });
  expect(screen.getByText('Wed 25 Nov, 11:00–13:00')).toBeInTheDocument();
});

it('keeps the old time, and says when there is nothing to answer any more', async () => {
  const { api } = await openJob(
    { ...ownJob, suggested_time },
    {
      [ANSWER]: () =>
        problem(409, 'no_suggestion', { detail: 'There is no suggested time to answer any more.' }),
    },
  );
  await press('Keep the old time');
  expect(await screen.findByText('There is no suggested time to answer any more.')).toBeInTheDocument();
  expect(api.of(ANSWER)[0]?.body).toEqual({ action: 'decline' });
});

it('waits for the payment of a time that was accepted', async () => {
  await openJob({ ...ownJob, suggested_time: { ...suggested_time, accepted: true } });
  expect(
    screen.getByText(
      /^You accepted Wed 25 Nov, 11:00–13:00\. We wait for the client's payment until 12:05\./,
    ),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Accept new time' })).not.toBeInTheDocument();
});

it('holds the pro back while the payment is being checked', async () => {
  await openJob({ ...ownJob, payment_is_checked: true });
  expect(screen.getByText("Don't set off yet: payment is being checked.")).toBeInTheDocument();
  expect(button('On my way')).toBeDisabled();
});

it('offers on a visit that puts something right what belongs to it alone, and leads to what is wrong', async () => {
  await openJob({ ...ownJob, status: 'in_progress', puts_right: 'C-0', price_pence: 0, net_pence: 0 });
  expect(screen.getByRole('link', { name: 'What to put right' })).toHaveAttribute(
    'href',
    '/master/booking/C-0',
  );
  expect(button('Mark as done')).toBeEnabled();
  for (const name of ['Not what was booked', 'Add extra work or parts'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  expect(screen.queryByText('You get')).not.toBeInTheDocument();
});
