// Extra work on the page of a job: the form, the wait for the client, and the answer.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Job, JobChangeOrder } from '@/api/jobs';
import { loadPricing } from '@/pricing/load';
import { penceTyped } from '@/shared/typed';
import { problem } from '@/test/fakeApi';
import { activePro, openArea, ownJob, serverOf } from '../testing';
import { extraSchema } from './schema';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', async (original) => ({ ...(await original<typeof import('@/ui')>()), toast }));

const JOB = `GET /api/bookings/${ownJob.id}`;
const SUGGEST = `POST /api/bookings/${ownJob.id}/change-orders`;
const FIRST = `${SUGGEST}/1`;

const atWork: Job = { ...ownJob, status: 'in_progress' };

const order: JobChangeOrder = {
  number: 1,
  status: 'open',
  lines: [
    { kind: 'labour', text: 'Fit a new stop tap', amountPence: 5000 },
    { kind: 'parts', text: '15 mm stop tap', amountPence: 3050 },
  ],
  sumPence: 8050,
  feePence: 1208,
  netPence: 6842,
  proposedAt: '2026-11-24T09:10:00Z',
  until: '2099-11-24T09:40:00Z',
};

// Once for all tests, and in nobody's time.
beforeAll(async () => void (await loadPricing()));
beforeEach(() => toast.mockClear());

const user = userEvent.setup({ delay: null });
const press = (name: string) => user.click(screen.getByRole('button', { name }));

async function openJob(job: Job, handlers = {}) {
  const api = serverOf(activePro, { [JOB]: () => ({ json: job }), ...handlers });
  openArea(`/master/booking/${ownJob.id}`);
  await screen.findByRole('heading', { name: 'Blocked sink' });
  return api;
}

async function openForm(handlers = {}) {
  const api = await openJob(atWork, handlers);
  await press('Add extra work or parts');
  return { api, form: within(screen.getByRole('dialog', { name: 'Add extra work or parts' })) };
}

it('counts with the fee that the booking was made with', async () => {
  const job = { ...atWork, fee_pence: 2300, net_pence: 9200, fee_basis_points: 2000 };
  await openJob(job);
  await press('Add extra work or parts');
  const form = within(screen.getByRole('dialog', { name: 'Add extra work or parts' }));
  await user.type(form.getByLabelText('Price in pounds'), '50');
  // 20% of £165 less 20% of £115.
  expect(await form.findByText('£40')).toBeInTheDocument();
  expect(form.getByText('£10')).toBeInTheDocument();
});

it('sends lines with their prices, and then waits for the client', async () => {
  const { api, form } = await openForm({
    [SUGGEST]: () => ({ status: 201, json: { ...atWork, change_orders: [order] } }),
  });
  await user.type(form.getByLabelText('Description'), 'Fit a new stop tap');
  await user.type(form.getByLabelText('Price in pounds'), '50');
  // 15% of £165 less 15% of £115.
  expect(await form.findByText('£42.50')).toBeInTheDocument();
  await user.click(form.getByRole('button', { name: 'Add another line' }));
  const second = within(form.getByRole('group', { name: 'Line 2' }));
  await waitFor(() => expect(second.getByLabelText('Description')).toHaveFocus());
  await user.click(second.getByLabelText('Parts'));
  await user.type(second.getByLabelText('Description'), '15 mm stop tap');
  await user.type(second.getByLabelText('Price in pounds'), '£30.50');
  expect(form.getByText('£80.50')).toBeInTheDocument();
  await user.type(form.getByLabelText(/^Why it is needed/), 'The old one is seized.');
  await user.click(form.getByRole('button', { name: 'Send to the client' }));
  const waiting = within(await screen.findByRole('region', { name: 'Extra work suggested' }));
  expect(waiting.getByText('Parts: 15 mm stop tap')).toBeInTheDocument();
  expect(waiting.getByText('Waiting for the client until 09:40')).toBeInTheDocument();
  expect(waiting.getByText(/^Your share is £68\.42 \(fee £12\.08\)\. Don't start/)).toBeInTheDocument();
  expect(api.of(SUGGEST)[0]?.body).toEqual({ lines: order.lines, note: 'The old one is seized.' });
  expect(api.of(SUGGEST)[0]?.headers.get('Idempotency-Key')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add extra work or parts' })).not.toBeInTheDocument();
});

it('checks each line before it is sent, and shows what the server refuses at its field', async () => {
  const { api, form } = await openForm({
    [SUGGEST]: () => problem(422, 'invalid', { errors: { 'lines.0.text': 'Too rude.', lines: 'Too much.' } }),
  });
  await user.click(form.getByRole('button', { name: 'Send to the client' }));
  expect(await form.findByText('Say what it is in 3 to 80 characters.')).toBeInTheDocument();
  expect(form.getByText('Enter £1 or more.')).toBeInTheDocument();
  await user.type(form.getByLabelText('Description'), 'A new boiler');
  await user.type(form.getByLabelText('Price in pounds'), '115.01');
  await user.click(form.getByRole('button', { name: 'Send to the client' }));
  expect(await form.findByText(/^At most £115 can be added\./)).toBeInTheDocument();
  expect(api.of(SUGGEST)).toHaveLength(0);
  await user.type(form.getByLabelText('Price in pounds'), '{Backspace}{Backspace}{Backspace}');
  await user.click(form.getByRole('button', { name: 'Send to the client' }));
  expect(await form.findByText('Too rude.')).toBeInTheDocument();
  expect(form.getByText('Too much.')).toBeInTheDocument();
});

it.each<[number, JobChangeOrder[], string, string]>([
  [0, [], '115.01', '£115'],
  [15_000, [], '265.01', '£265'],
  [15_000, [{ ...order, status: 'approved' }], '184.51', '£184.50'],
])('with %i pence allowed on top, takes what is left and no more', async (allowed, added, typed, most) => {
  const price = added.reduce((sum, { sumPence }) => sum + sumPence, atWork.price_pence);
  const job: Job = { ...atWork, price_pence: price, extra_allowed_pence: allowed, change_orders: added };
  const sent = { ...job, change_orders: [...added, { ...order, number: added.length + 1 }] };
  const api = await openJob(job, { [SUGGEST]: () => ({ status: 201, json: sent }) });
  await press('Add extra work or parts');
  const form = within(screen.getByRole('dialog', { name: 'Add extra work or parts' }));
  await user.type(form.getByLabelText('Description'), 'A new boiler');
  await user.type(form.getByLabelText('Price in pounds'), typed);
  await user.click(form.getByRole('button', { name: 'Send to the client' }));
  expect(
    await form.findByText(
      `At most ${most} can be added. Please ask support: an operator must agree to more.`,
    ),
  ).toBeInTheDocument();
  expect(api.of(SUGGEST)).toHaveLength(0);
  await user.type(form.getByLabelText('Price in pounds'), '{Backspace}0');
  await user.click(form.getByRole('button', { name: 'Send to the client' }));
  expect(await screen.findByRole('region', { name: 'Extra work suggested' })).toBeInTheDocument();
  expect(api.of(SUGGEST)).toHaveLength(1);
});

it('has one to ten lines', async () => {
  const { form } = await openForm();
  expect(form.queryByRole('button', { name: /^Remove line/ })).not.toBeInTheDocument();
  for (let lines = 1; lines < 10; lines += 1)
    await user.click(form.getByRole('button', { name: 'Add another line' }));
  expect(form.queryByRole('button', { name: 'Add another line' })).not.toBeInTheDocument();
  await user.click(form.getByRole('button', { name: 'Remove line 4' }));
  expect(form.getAllByRole('group', { name: /^Line/ })).toHaveLength(9);
});

it('is taken back', async () => {
  const withdrawn = { ...order, status: 'withdrawn' as const };
  const api = await openJob(
    { ...atWork, change_orders: [order] },
    { [FIRST]: () => ({ json: { ...atWork, change_orders: [withdrawn] } }) },
  );
  await press('Take back');
  expect(await screen.findByRole('button', { name: 'Add extra work or parts' })).toBeInTheDocument();
  expect(api.of(FIRST)[0]?.body).toEqual({ action: 'withdraw' });
});

it.each([
  ['approved', 'Your client has approved £80.50 of extra work. You can go ahead.'],
  ['declined', 'Your client has declined £80.50 of extra work.'],
  ['expired', 'Your client did not approve £80.50 of extra work in time.'],
] as const)('says that it was %s', async (status, text) => {
  await openJob({ ...atWork, change_orders: [{ ...order, status }] });
  expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Add extra work or parts' })).toBeInTheDocument();
});

it('waits for the payment once it is approved', async () => {
  await openJob({ ...atWork, change_orders: [{ ...order, status: 'awaiting_payment' }] });
  expect(screen.getByText('Approved: waiting for the payment until 09:40')).toBeInTheDocument();
});

it('lists what was approved when the job is done, and offers nothing more', async () => {
  await openJob({ ...atWork, status: 'completed', change_orders: [{ ...order, status: 'approved' }] });
  expect(screen.getByRole('region', { name: 'Extra work, approved' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add extra work or parts' })).not.toBeInTheDocument();
});

it('is not offered before the work has begun', async () => {
  await openJob(ownJob);
  expect(screen.queryByRole('button', { name: 'Add extra work or parts' })).not.toBeInTheDocument();
});

it('reads pounds as people type them', () => {
  expect(['85', ' £1,200.5 ', '12.50', '0.99', '', '1.234', '-5', 'ten'].map(penceTyped)).toEqual([
    8500,
    120_050,
    1250,
    99,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  const check = (amount: string) =>
    extraSchema(10_000).safeParse({ lines: [{ kind: 'parts', text: 'A valve', amount }], note: '' }).success;
  expect(['0.99', '1', '100', '100.01'].map(check)).toEqual([false, true, true, false]);
});
