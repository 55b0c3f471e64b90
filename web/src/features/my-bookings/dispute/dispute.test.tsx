// A dispute on the client's pages: the form, the guest's code, and what became of it.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Booking, Dispute } from '@/api/types';
import { startSession } from '@/shared/session';
import { type FakeAnswer, fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { booking } from '../testing';
import { Disputes } from './Disputes';

const OPEN = 'POST /api/bookings/C-1/disputes';
const owner = { id: 'C-1', guestToken: undefined, shareToken: undefined, intent: undefined };
const finished: Booking = { ...booking, status: 'completed', dispute_until: '2099-12-01T10:00:00Z' };
const dispute: Dispute = {
  origin: 'client',
  reason: 'damage',
  text: 'The tiles are cracked.',
  photos: [],
  status: 'open',
  opened_at: '2026-11-23T10:00:00Z',
  answer_photos: [],
};

beforeEach(() => startSession(token()));
const user = userEvent.setup({ delay: null });
const press = (name: string) => user.click(screen.getByRole('button', { name }));

async function openForm(answer: () => FakeAnswer, ref: Parameters<typeof Disputes>[0]['bookingRef'] = owner) {
  const api = fakeApi({ [OPEN]: answer, [`${OPEN}/code`]: () => ({ status: 202, json: {} }) });
  renderAt(<Disputes booking={finished} bookingRef={ref} />, '/');
  await press('Something went wrong?');
  return api;
}

async function fill() {
  await user.click(screen.getByRole('radio', { name: 'Something was damaged' }));
  await user.type(screen.getByLabelText(/^What happened/), dispute.text);
}

it('asks for a reason and words, and sends them', async () => {
  const api = await openForm(() => ({ status: 201, json: dispute }));
  await press('Send');
  expect(await screen.findByText('Choose what went wrong.')).toBeInTheDocument();
  expect(screen.getByText('Please write at least 10 characters.')).toBeInTheDocument();
  expect(api.of(OPEN)).toHaveLength(0);
  await fill();
  await press('Send');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(api.of(OPEN)[0]?.body).toEqual({ reason: 'damage', text: dispute.text, photos: [] });
});

it.each(['dispute_closed', 'already_disputed'])('says %s and keeps what was typed', async (code) => {
  await openForm(() => problem(409, code, { detail: 'It is too late.' }));
  await fill();
  await press('Send');
  expect(await screen.findByText('It is too late.')).toBeInTheDocument();
  expect(screen.getByLabelText(/^What happened/)).toHaveValue(dispute.text);
});

it('needs a code from whoever has the guest link, and says at it when it is wrong', async () => {
  const api = await openForm(() => problem(401, 'invalid_code', { detail: 'That code is wrong.' }), {
    ...owner,
    guestToken: 'g-token',
  });
  await press('Send me a code');
  expect(await screen.findByText('We have sent you a code.')).toBeInTheDocument();
  expect(api.of(`${OPEN}/code`)[0]?.query.get('token')).toBe('g-token');
  await fill();
  const code = screen.getByLabelText('6-digit code');
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await user.type(code, '123456');
  await press('Send');
  expect(await screen.findByText('That code is wrong.')).toBeInTheDocument();
  expect(code).toHaveAccessibleDescription(/That code is wrong\./);
  expect(api.of(OPEN)[0]?.body).toMatchObject({ code: '123456' });
});

it('shows the answer, the verdict and the refund', () => {
  const decided: Dispute = {
    ...dispute,
    status: 'decided',
    answer: 'They were cracked before.',
    verdict: 'We share it.',
    refund_pence: 5850,
  };
  renderAt(<Disputes booking={{ ...booking, disputes: [decided] }} bookingRef={owner} />, '/');
  const card = within(screen.getByRole('region', { name: 'Your dispute is decided' }));
  for (const text of ['You get £58.50 back', dispute.text, 'They were cracked before.', 'We share it.'])
    expect(card.getByText(text)).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('says that the bank decides', () => {
  const bank: Dispute = { ...dispute, origin: 'bank', reason: 'chargeback' };
  renderAt(<Disputes booking={{ ...booking, disputes: [bank] }} bookingRef={owner} />, '/');
  expect(screen.getByRole('region', { name: 'Your bank decides about your payment' })).toBeInTheDocument();
  expect(screen.getByText('Your bank has taken the payment back, and now decides.')).toBeInTheDocument();
});

it.each([
  ['bank', 'won', 'Your payment stands', 'Your bank has decided that nothing is given back.'],
  [
    'bank',
    'lost',
    'Your bank gives you your money back',
    'It comes from your bank. We send you nothing more for it.',
  ],
  [
    'client',
    'took_over',
    'Your bank decides instead of us',
    'Your bank has taken the payment back, so your dispute with us is closed.',
  ],
] as const)('says what the bank did with a dispute of the %s: %s', (origin, bank_says, heading, text) => {
  const ended: Dispute = { ...dispute, origin, bank_says, status: 'decided', refund_pence: 11700 };
  renderAt(<Disputes booking={{ ...booking, disputes: [ended] }} bookingRef={owner} />, '/');
  expect(screen.getByRole('region', { name: heading })).toBeInTheDocument();
  expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.queryByText(/You get|There is no refund/)).not.toBeInTheDocument();
});

it.each([
  ['card', /^While we look into it, we hold back what your pro earned from this job,/],
  ['cash', /^You paid your pro in cash, so we hold no money for this job\./],
] as const)('says what becomes of the money of a job by %s', async (payment_method, text) => {
  fakeApi({});
  renderAt(<Disputes booking={{ ...finished, payment_method }} bookingRef={owner} />, '/');
  await press('Something went wrong?');
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(text);
});

it('gives nothing back of what was paid in cash', () => {
  const decided: Dispute = { ...dispute, status: 'decided', verdict: 'Settled.', refund_pence: 0 };
  renderAt(
    <Disputes booking={{ ...booking, payment_method: 'cash', disputes: [decided] }} bookingRef={owner} />,
    '/',
  );
  expect(
    screen.getByText('You paid your pro in cash, so we have no money to give back.'),
  ).toBeInTheDocument();
});

const decided: Dispute = {
  ...dispute,
  status: 'decided',
  verdict: 'We share it.',
  refund_pence: 5850,
  appeal_until: '2099-12-07T10:05:00Z',
};
const APPEAL = 'POST /api/bookings/C-1/disputes/appeal';
const WHY = 'The tiles were whole before.';

it('can be appealed against once it is decided', async () => {
  const { appeal_until: _, ...rest } = decided;
  const appealed: Dispute = {
    ...rest,
    appeal: { by: 'client', text: WHY, appealed_at: '2026-11-24T10:00:00Z' },
  };
  const api = fakeApi({ [APPEAL]: () => ({ json: appealed }) });
  renderAt(<Disputes booking={{ ...booking, disputes: [decided] }} bookingRef={owner} />, '/');
  expect(screen.getByText(/^You can ask us to look at it once more until 10:05 on /)).toBeInTheDocument();
  await press('Appeal');
  await press('Send');
  expect(await screen.findByText('Please write at least 10 characters.')).toBeInTheDocument();
  await user.type(screen.getByLabelText(/^Why is the decision not right/), WHY);
  await press('Send');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(api.of(APPEAL)[0]?.body).toEqual({ text: WHY });
});

it('asks whoever has the guest link for a code before an appeal', async () => {
  const api = fakeApi({
    [APPEAL]: () => problem(401, 'invalid_code', { detail: 'That code is wrong.' }),
    [`${OPEN}/code`]: () => ({ status: 202, json: {} }),
  });
  const guest = { ...owner, guestToken: 'g-token' };
  renderAt(<Disputes booking={{ ...booking, disputes: [decided] }} bookingRef={guest} />, '/');
  await press('Appeal');
  await press('Send me a code');
  await user.type(screen.getByLabelText(/^Why is the decision not right/), WHY);
  await user.type(screen.getByLabelText('6-digit code'), '123 456');
  await press('Send');
  expect(await screen.findByText('That code is wrong.')).toBeInTheDocument();
  expect(screen.getByLabelText(/^Why is the decision not right/)).toHaveValue(WHY);
  expect(api.of(APPEAL)[0]?.body).toEqual({ text: WHY, code: '123456' });
});

it('shows what became of an appeal', () => {
  const { appeal_until: _, ...rest } = decided;
  const appeal = { by: 'pro', text: 'I was not asked.', appealed_at: '2026-11-24T10:00:00Z' } as const;
  const shown = (one: Dispute) =>
    renderAt(<Disputes booking={{ ...booking, disputes: [one] }} bookingRef={owner} />, '/');
  const waiting = shown({ ...rest, appeal });
  expect(screen.getByRole('heading', { name: "Your pro's appeal" })).toBeInTheDocument();
  expect(screen.getByText("We'll look at it again and let you know.")).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  waiting.unmount();
  const more = shown({ ...rest, appeal: { ...appeal, verdict: 'The photo shows it.', refund_pence: 1000 } });
  expect(screen.getByText('You get £10.00 more back.')).toBeInTheDocument();
  more.unmount();
  const won = { ...appeal, verdict: 'It was another tap.', refund_pence: 0, made_good_pence: 4972 };
  shown({ ...rest, appeal: won });
  expect(
    screen.getByText('You keep your refund. We are paying your pro back from our own money.'),
  ).toBeInTheDocument();
});
