// Further work on the page of a job that was done, and a job that was booked of it.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Job } from '@/api/jobs';
import type { Invitation } from '@/api/types';
import { problem } from '@/test/fakeApi';
import { activePro, openArea, ownJob, serverOf } from '../testing';

const JOB = `GET /api/bookings/${ownJob.id}`;
const SUGGEST = `POST /api/bookings/${ownJob.id}/new-work`;
const WHAT = 'Both bathroom taps drip.';

const done: Job = {
  ...ownJob,
  status: 'completed',
  new_work_until: '2099-02-20T10:00:00Z',
  new_work_types: [
    { code: 'leak', name: 'Leak / tap issue' },
    { code: 'drains', name: 'Blocked drain' },
  ],
};
const suggested: Invitation = {
  text: WHAT,
  problemType: 'leak',
  readableName: 'Leak / tap issue',
  suggestedAt: '2026-11-23T10:00:00Z',
  until: '2099-12-23T10:00:00Z',
  state: 'open',
};

beforeEach(() => localStorage.clear());

async function open(job: Job, answers = {}) {
  const api = serverOf(activePro, { [JOB]: () => ({ json: job }), ...answers });
  openArea(`/master/booking/${ownJob.id}`);
  await screen.findByRole('heading', { name: job.readable_name });
  return api;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('is suggested with words and a kind of work', async () => {
  const answered = { ...done, new_work: suggested };
  const api = await open(done, { [SUGGEST]: () => ({ status: 201, json: answered }) });
  await press('Suggest further work');
  await press('Send to your client');
  expect(await screen.findByText('Write 10 to 500 characters.')).toBeInTheDocument();
  expect(screen.getByText('Choose what kind of work it is.')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('What should be done'), WHAT);
  await userEvent.selectOptions(screen.getByLabelText('Kind of work'), 'Leak / tap issue');
  await press('Send to your client');
  expect(await screen.findByText(/^Suggested\. Your client can book it until/)).toBeInTheDocument();
  expect(api.of(SUGGEST).map(({ body }) => body)).toEqual([{ text: WHAT, problemType: 'leak' }]);
  expect(api.of(SUGGEST)[0]?.headers.get('Idempotency-Key')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Suggest further work' })).not.toBeInTheDocument();
});

it('says beside the field what is refused, and keeps what was typed', async () => {
  const refusal = () => problem(422, 'invalid', { errors: { problemType: 'This job needs a builder.' } });
  await open(done, { [SUGGEST]: refusal });
  await press('Suggest further work');
  await userEvent.type(screen.getByLabelText('What should be done'), WHAT);
  await userEvent.selectOptions(screen.getByLabelText('Kind of work'), 'Blocked drain');
  await press('Send to your client');
  expect(await screen.findByText('This job needs a builder.')).toBeInTheDocument();
  expect(screen.getByLabelText('What should be done')).toHaveValue(WHAT);
  await press('Cancel');
  await press('Suggest further work');
  expect(screen.getByLabelText('What should be done')).toHaveValue(WHAT);
});

it.each([
  [{ state: 'booked', bookingId: 'C-2', bookingStatus: 'assigned' }, 'Booked.'],
  [{ state: 'booked', bookingId: 'C-2', bookingStatus: 'cancelled' }, 'Booked, and cancelled since.'],
  [{ state: 'declined' }, 'Your client said no.'],
  [{ state: 'expired' }, 'It was not booked in time.'],
] as const)('says what became of it: %o', async (change, text) => {
  await open({ ...done, new_work: { ...suggested, ...change } });
  expect(screen.getByText(text)).toBeInTheDocument();
});

it('can be suggested again 30 days later, and not before', async () => {
  const over = { ...suggested, state: 'declined' } as const;
  const later = '2099-12-24T10:00:00Z';
  await open({ ...done, new_work_until: later, new_work: over });
  expect(screen.getByText(/^You can suggest something else from Wed/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Suggest further work' })).not.toBeInTheDocument();
});

it('can be suggested again once the last one has ended', async () => {
  await open({ ...done, new_work: { ...suggested, state: 'expired', until: '2026-11-24T10:00:00Z' } });
  expect(screen.getByRole('button', { name: 'Suggest further work' })).toBeInTheDocument();
});

it('is nothing where the client does not let them', async () => {
  const { new_work_until: _, ...unasked } = done;
  await open(unasked);
  expect(screen.queryByRole('heading', { name: 'Further work' })).not.toBeInTheDocument();
});

it('is taken or declined by this pro alone', async () => {
  const { assigned_at: _, ...rest } = { ...ownJob, assigned_at: undefined };
  const offered: Job = { ...rest, status: 'pending', promised_until: '2099-11-24T10:00:00Z' };
  const ANSWER = `POST /api/matching/respond/${ownJob.id}`;
  const api = await open(offered, { [ANSWER]: () => ({ json: { status: 'pending' } }) });
  expect(screen.getByText(/Only you are asked, until/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Accept' })).toBeInTheDocument();
  await press('Decline');
  await waitFor(() => expect(api.of(ANSWER)).toHaveLength(1));
});
