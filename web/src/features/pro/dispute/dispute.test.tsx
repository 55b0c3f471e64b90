// A dispute on the page of a job: what the client says, and the pro's one answer.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Job } from '@/api/jobs';
import type { Dispute } from '@/api/types';
import { problem } from '@/test/fakeApi';
import { activePro, openArea, ownJob, serverOf } from '../testing';

const JOB = `GET /api/bookings/${ownJob.id}`;
const ANSWER = `POST /api/bookings/${ownJob.id}/disputes/answer`;
const dispute: Dispute = {
  origin: 'client',
  reason: 'poor_work',
  text: 'The sink still leaks.',
  photos: [],
  status: 'open',
  opened_at: '2026-11-23T10:00:00Z',
  answer_by: '2099-11-26T10:00:00Z',
  answer_photos: [],
};
const user = userEvent.setup({ delay: null });

const BANK = "The client's bank has taken the payment back";

async function open(
  one: Dispute,
  handlers = {},
  more: Partial<Job> = {},
  name = 'The client disputes this job',
) {
  let job: Job = { ...ownJob, status: 'completed', disputes: [one], ...more };
  const api = serverOf(activePro, { [JOB]: () => ({ json: job }), ...handlers });
  openArea(`/master/booking/${ownJob.id}`);
  const card = within(await screen.findByRole('region', { name }));
  const become = (next: Dispute) => {
    job = { ...job, disputes: [next] };
  };
  return { api, card, become };
}

it('is answered once', async () => {
  const { answer_by: _, ...rest } = dispute;
  const answered = { ...rest, answer: 'I offered to come back.' };
  const { api, card, become } = await open(dispute, {
    [ANSWER]: () => {
      become(answered);
      return { json: answered };
    },
  });
  expect(
    card.getByText(/^What you earned is frozen until it is decided\. If it was paid out/),
  ).toBeInTheDocument();
  expect(card.getByText('The sink still leaks.')).toBeInTheDocument();
  expect(card.getByText(/^You can answer until 10:00 on /)).toBeInTheDocument();
  await user.type(card.getByLabelText(/^Your answer/), 'I offered to come back.');
  await user.click(card.getByRole('button', { name: 'Send answer' }));
  expect(await card.findByRole('heading', { name: 'Your answer' })).toBeInTheDocument();
  expect(api.of(ANSWER)[0]?.body).toEqual({ text: 'I offered to come back.', photos: [] });
  expect(card.queryByRole('button', { name: 'Send answer' })).not.toBeInTheDocument();
});

it('keeps the answer when it is refused', async () => {
  const { card } = await open(dispute, {
    [ANSWER]: () => problem(409, 'dispute_closed', { detail: 'The time for this is over.' }),
  });
  await user.type(card.getByLabelText(/^Your answer/), 'I offered to come back.');
  await user.click(card.getByRole('button', { name: 'Send answer' }));
  expect(await card.findByText('The time for this is over.')).toBeInTheDocument();
  expect(card.getByLabelText(/^Your answer/)).toHaveValue('I offered to come back.');
});

it('says of a cash job that nothing is frozen, and nothing changes', async () => {
  const { card } = await open(dispute, {}, { payment_method: 'cash' });
  const text = 'The client paid you in cash, so none of your balance is frozen.';
  expect(card.getByText(text)).toBeInTheDocument();
  expect(card.queryByText(/What you earned is frozen/)).not.toBeInTheDocument();
});

it('says of a decided cash job that the pro keeps the money', async () => {
  const { answer_by: _, ...rest } = dispute;
  const decided: Dispute = { ...rest, status: 'decided', verdict: 'Settled.', refund_pence: 0 };
  const { card } = await open(decided, {}, { payment_method: 'cash' });
  expect(card.getByText('It is decided: you keep what the client paid you.')).toBeInTheDocument();
});

it.each([
  [
    undefined,
    0,
    'What you earned is frozen until the bank has decided. If it was paid out already, the same amount of your next earnings is frozen instead.',
  ],
  ['won', 0, 'The bank has decided that the payment stands: you keep what you earned.'],
  [
    'lost',
    11700,
    "The bank has decided in the client's favour: £117.00 was taken from your earnings and our fee.",
  ],
  ['lost', 0, "The bank has decided in the client's favour. Nothing was taken from you."],
] as const)('says where a chargeback stands: %s, %i', async (bank_says, refund_pence, text) => {
  const { answer_by: _, ...rest } = dispute;
  const taken: Dispute = { ...rest, origin: 'bank', reason: 'chargeback' };
  const ended = bank_says && ({ status: 'decided', bank_says, refund_pence } as const);
  const { card } = await open({ ...taken, ...ended }, {}, {}, BANK);
  expect(card.getByText(text)).toBeInTheDocument();
  expect(card.queryByRole('button', { name: 'Send answer' })).not.toBeInTheDocument();
});

it('says that a dispute was closed by the bank', async () => {
  const { answer_by: _, ...rest } = dispute;
  const { card } = await open({ ...rest, status: 'decided', bank_says: 'took_over', refund_pence: 0 });
  expect(card.getByText("It is closed: the client's bank decides instead of us.")).toBeInTheDocument();
});

it('says what a pro who wins an appeal gets', async () => {
  const { answer_by: _, ...rest } = dispute;
  const won: Dispute = {
    ...rest,
    status: 'decided',
    verdict: 'It leaks.',
    refund_pence: 5850,
    appeal: {
      by: 'pro',
      text: 'It was another tap.',
      appealed_at: '2026-11-24T10:00:00Z',
      refund_pence: 0,
      made_good_pence: 4972,
      verdict: 'It was another tap.',
    },
  };
  const { card } = await open(won);
  expect(card.getByText('You get £49.72 back from us. The client keeps the refund.')).toBeInTheDocument();
  expect(card.queryByText('The first decision stands.')).not.toBeInTheDocument();
});

it('can be appealed against', async () => {
  const APPEAL = `POST /api/bookings/${ownJob.id}/disputes/appeal/pro`;
  const { answer_by: _, ...rest } = dispute;
  const decided: Dispute = { ...rest, status: 'decided', verdict: 'It leaks.', refund_pence: 1000 };
  const appealed: Dispute = {
    ...decided,
    appeal: { by: 'pro', text: 'It was another tap.', appealed_at: '2026-11-24T10:00:00Z' },
  };
  const { api, card, become } = await open(
    { ...decided, appeal_until: '2099-12-07T10:05:00Z' },
    {
      [APPEAL]: () => {
        become(appealed);
        return { json: appealed };
      },
    },
  );
  await user.click(card.getByRole('button', { name: 'Appeal' }));
  await user.type(screen.getByLabelText(/^Why is the decision not right/), 'It was another tap.');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await card.findByRole('heading', { name: 'Your appeal' })).toBeInTheDocument();
  expect(api.of(APPEAL)[0]?.body).toEqual({ text: 'It was another tap.' });
  expect(card.queryByRole('button', { name: 'Appeal' })).not.toBeInTheDocument();
});
