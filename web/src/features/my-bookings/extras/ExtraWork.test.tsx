// Extra work on the live page: what the client sees of it, and the two answers.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Booking, ChangeOrder } from '@/api/types';
import { startSession } from '@/shared/session';
import { type FakeAnswer, problem } from '@/test/fakeApi';
import { token } from '@/test/token';
import { priceLines } from '../details/priceLines';
import { openLive } from '../live/testing';
import { booking } from '../testing';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', async (original) => ({ ...(await original<typeof import('@/ui')>()), toast }));

const ONE = 'GET /api/bookings/C-1';
const ANSWER = 'POST /api/bookings/C-1/change-orders/1';

const order: ChangeOrder = {
  number: 1,
  status: 'open',
  lines: [
    { kind: 'labour', text: 'Fit a new stop tap', amountPence: 5000 },
    { kind: 'parts', text: '15 mm stop tap', amountPence: 3000 },
  ],
  sumPence: 8000,
  note: 'The old one is seized.',
  proposedAt: '2026-11-20T10:15:00Z',
  until: '2026-11-20T10:45:00Z',
};

const atWork: Booking = { ...booking, status: 'in_progress', change_orders: [order] };
const due = { amountPence: 8000, until: order.until, reason: 'change_order' } as const;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T10:20:00Z') });
  toast.mockClear();
  startSession(token());
});
afterEach(() => vi.useRealTimers());

const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
const press = async (name: string) => user().click(await screen.findByRole('button', { name }));
const card = (name = 'Your pro suggests extra work') => screen.findByRole('region', { name });

const open = (change: Partial<Booking>, answer?: () => FakeAnswer, address?: string) =>
  openLive({ ...atWork, ...change }, { [ANSWER]: answer ?? (() => problem(500, 'internal')) }, address);

it('shows what it adds and is announced', async () => {
  open({});
  const shown = within(await card());
  for (const text of [
    'Labour: Fit a new stop tap',
    '£50.00',
    'Parts: 15 mm stop tap',
    '£80.00',
    '“The old one is seized.”',
    '25:00 left',
    'That brings the total to £187.50. Declining costs nothing: the job goes on as booked.',
  ])
    expect(shown.getByText(text)).toBeInTheDocument();
  const said = screen.getAllByRole('status').map((region) => region.textContent);
  expect(said).toContain(
    'Your pro suggests extra work. Please answer by 10:45. Nothing is charged unless you approve.',
  );
});

it('leads to the card once it is approved', async () => {
  const waiting = { ...order, status: 'awaiting_payment' as const };
  const api = open({}, () => ({ json: { ...atWork, change_orders: [waiting], payment_due: due } }));
  await press('Approve and pay £80');
  expect(await screen.findByText('The card page')).toBeInTheDocument();
  expect(api.of(ANSWER)[0]?.body).toEqual({ action: 'approve' });
});

it('can still be paid or declined later, by guest link too', async () => {
  const waiting = { ...order, status: 'awaiting_payment' as const };
  const declined = { ...order, status: 'declined' as const };
  const change = { change_orders: [waiting], payment_due: due };
  const api = open(change, () => ({ json: { ...atWork, change_orders: [declined] } }), '/b/g-token');
  const shown = within(await card('Your pro is waiting for your payment'));
  expect(shown.getByRole('link', { name: 'Approve and pay £80' })).toHaveAttribute(
    'href',
    '/pay/C-1?token=g-token',
  );
  expect(screen.queryByRole('link', { name: 'Pay £80' })).not.toBeInTheDocument();
  await press('Decline');
  await vi.waitFor(() => expect(toast).toHaveBeenCalledWith('Declined. The job goes on as booked.'));
  expect(screen.queryByRole('region', { name: /extra|waiting/ })).not.toBeInTheDocument();
  expect(api.of(ANSWER)[0]?.query.get('token')).toBe('g-token');
});

it('asks for nothing while the card is being charged', async () => {
  open({ change_orders: [{ ...order, status: 'awaiting_payment' }] });
  const shown = within(await card('Your pro is waiting for your payment'));
  expect(shown.getByText('Your payment is being confirmed.')).toBeInTheDocument();
  expect(shown.queryByRole('button')).not.toBeInTheDocument();
});

it('needs no card in cash', async () => {
  const approved = { ...order, status: 'approved' as const };
  const paid = { ...atWork, amount_pence: 18_750, change_orders: [approved] };
  open({ payment_method: 'cash' }, () => ({ json: { ...paid, payment_method: 'cash' } }));
  expect(
    await screen.findByText(/^You pay £187\.50 in cash in all when the job is done\./),
  ).toBeInTheDocument();
  await press('Approve £80 more');
  await vi.waitFor(() => expect(toast).toHaveBeenCalledWith('Approved. Your pro is told.', { tone: 'good' }));
  expect(screen.queryByText('The card page')).not.toBeInTheDocument();
});

it('says when there is nothing to answer any more, and stays when the answer got lost', async () => {
  let answer = problem(503, 'unavailable');
  const api = open({}, () => answer);
  await press('Decline');
  expect(await screen.findByText('Your answer could not be sent. Please try again.')).toBeInTheDocument();
  answer = problem(409, 'no_change_order', { detail: 'There is nothing to answer any more.' });
  api.change(ONE, () => ({ json: { ...atWork, change_orders: [{ ...order, status: 'withdrawn' }] } }));
  await press('Approve and pay £80');
  await vi.waitFor(() =>
    expect(toast).toHaveBeenCalledWith('There is nothing to answer any more.', { tone: 'bad' }),
  );
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Decline' })).not.toBeInTheDocument());
});

it('is listed thing by thing in the price, below a budget as a whole', () => {
  const approved = { ...order, status: 'approved' as const };
  const extra = { kind: 'extra' as const, label: 'Extra work and parts', amountPence: 8000 };
  const paid = { ...atWork, amount_pence: 18_750, change_orders: [approved] };
  const added = [
    ['Labour: Fit a new stop tap', 5000],
    ['Parts: 15 mm stop tap', 3000],
  ];
  const listed = (shown: Booking) => priceLines(shown).map(({ label, amountPence }) => [label, amountPence]);
  const before = (booking.lines ?? []).filter(({ amountPence }) => amountPence !== 0);
  expect(listed({ ...paid, lines: [...(booking.lines ?? []), extra] })).toEqual([
    ...before.map(({ label, amountPence }) => [label, amountPence]),
    ...added,
  ]);
  const budget = { ...paid, quote_mode: 'REQUEST', proposed_price: 107.5 } as const;
  expect(listed(budget)).toEqual([['Your budget', 10_750], ...added]);
  expect(listed({ ...budget, change_orders: [order] })).toEqual([]);
  // Without the list, the line itself.
  expect(listed({ ...paid, change_orders: [], lines: [extra] })).toEqual([['Extra work and parts', 8000]]);
});
