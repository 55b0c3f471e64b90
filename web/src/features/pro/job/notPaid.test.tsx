// A cash job whose client did not pay.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Job } from '@/api/jobs';
import { problem } from '@/test/fakeApi';
import { activePro, openArea, ownJob, serverOf } from '../testing';

const JOB = `GET /api/bookings/${ownJob.id}`;
const REPORT = `POST /api/bookings/${ownJob.id}/not-paid`;
const WHY = 'Nobody opened the door.';
const done: Job = { ...ownJob, status: 'completed', payment_method: 'cash' };
const open = { ...done, not_paid_until: new Date(Date.now() + 86_400_000).toISOString() };
const reported = { ...done, not_paid: { text: WHY, reportedAt: '2026-11-24T10:00:00Z', waivedPence: 0 } };

async function openJob(job: Job, handlers = {}) {
  const api = serverOf(activePro, { [JOB]: () => ({ json: job }), ...handlers });
  openArea(`/master/booking/${ownJob.id}`);
  await screen.findByRole('heading', { name: 'Blocked sink' });
  return api;
}

const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => userEvent.click(button(name));

it('is reported with what happened, once', async () => {
  const api = await openJob(open, { [REPORT]: () => ({ json: reported }) });
  await press('The client did not pay');
  await press('Send');
  expect(await screen.findByText('Please write at least 10 characters.')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('What happened'), WHY);
  await press('Send');
  expect(await screen.findByText('We are looking into it, and write to you.')).toBeInTheDocument();
  expect(api.of(REPORT).map(({ body }) => body)).toEqual([{ text: WHY }]);
  expect(screen.queryByRole('button', { name: 'The client did not pay' })).not.toBeInTheDocument();
});

it('keeps what was typed when it could not be sent', async () => {
  await openJob(open, { [REPORT]: () => problem(500, 'internal') });
  await press('The client did not pay');
  await userEvent.type(screen.getByLabelText('What happened'), WHY);
  await press('Send');
  expect(await screen.findByText(/Please try again/)).toBeInTheDocument();
  expect(screen.getByLabelText('What happened')).toHaveValue(WHY);
});

it.each([
  [{ verdict: 'waived', waivedPence: 1755 }, 'We have waived our fee of £17.55. The bill shows it.'],
  [{ verdict: 'upheld', waivedPence: 0 }, 'Our fee stays as it is. The bill shows it.'],
] as const)('shows what was decided: %o', async (verdict, text) => {
  await openJob({ ...done, not_paid: { text: WHY, words: 'The bill shows it.', ...verdict } });
  expect(screen.getByText(text)).toBeInTheDocument();
});

it('is not asked of a job that is paid by card, or long over', async () => {
  await openJob({ ...open, not_paid_until: '2026-01-01T00:00:00Z' });
  expect(screen.queryByRole('button', { name: 'The client did not pay' })).not.toBeInTheDocument();
});
