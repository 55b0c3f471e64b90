// A job that is not what was booked, on the live page: what the client sees of it, and what they choose.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Booking, Mismatch } from '@/api/types';
import { startSession } from '@/shared/session';
import { type FakeAnswer, problem } from '@/test/fakeApi';
import { token } from '@/test/token';
import { openLive } from '../live/testing';
import { booking } from '../testing';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', async (original) => ({ ...(await original<typeof import('@/ui')>()), toast }));

const CHOOSE = 'POST /api/bookings/C-1/not-as-booked/1';
const TITLE = 'Your pro says this is not what you booked';

const said: Mismatch = {
  number: 1,
  text: 'It is a new boiler, not a washer.',
  pricePence: 30_000,
  toPayPence: 30_000,
  endPence: 4095,
  saidAt: '2026-11-20T10:15:00Z',
  until: '2026-11-20T10:45:00Z',
};
const atWork: Booking = { ...booking, status: 'in_progress', amount_pence: 11_700, not_as_booked: said };

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T10:20:00Z') });
  toast.mockClear();
  startSession(token());
});
afterEach(() => vi.useRealTimers());

const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
const press = async (name: string) => user().click(await screen.findByRole('button', { name }));
const card = () => screen.findByRole('region', { name: TITLE });

const open = (change: Partial<Booking>, answer?: () => FakeAnswer, address?: string) =>
  openLive({ ...atWork, ...change }, { [CHOOSE]: answer ?? (() => problem(500, 'internal')) }, address);

it('shows what is different and what may be chosen, and is announced', async () => {
  open({});
  const shown = within(await card());
  for (const text of [
    '“It is a new boiler, not a washer.”',
    'Please choose by 10:45. Nothing is charged unless you choose it.',
    '25:00 left',
  ])
    expect(shown.getByText(text)).toBeInTheDocument();
  for (const name of ['Agree to £300 and pay the rest', 'Talk to your pro first', 'End the job'])
    expect(shown.getByRole('button', { name })).toBeInTheDocument();
  const announced = screen.getAllByRole('status').map((region) => region.textContent);
  expect(announced).toContain(`${TITLE}. Please choose by 10:45. Nothing is charged unless you choose it.`);
});

it('leads to the card once the other price is chosen', async () => {
  const due = { amountPence: 18_300, until: '2026-11-20T10:50:00Z', reason: 'change_order' } as const;
  const chosen = { ...said, choice: 'price' as const };
  const api = open({}, () => ({ json: { ...atWork, not_as_booked: chosen, payment_due: due } }));
  await press('Agree to £300 and pay the rest');
  expect(await screen.findByText('The card page')).toBeInTheDocument();
  expect(api.of(CHOOSE)[0]?.body).toEqual({ action: 'price' });
});

it('agrees to a lower price without a payment', async () => {
  const lower = { ...said, pricePence: 6000, toPayPence: 6000 };
  const agreed = { ...lower, choice: 'price' as const, outcome: 'replaced' as const };
  open({ not_as_booked: lower }, () => ({ json: { ...atWork, amount_pence: 6000, not_as_booked: agreed } }));
  expect(within(await card()).getByText(/^£57 goes back to your card\./)).toBeInTheDocument();
  await press('Agree to £60, £57 less');
  await vi.waitFor(() => expect(toast).toHaveBeenCalledWith('Agreed. Your pro is told.', { tone: 'good' }));
  expect(screen.queryByText('The card page')).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: TITLE })).not.toBeInTheDocument();
});

it('says what a lower price is in cash', async () => {
  open({ payment_method: 'cash', not_as_booked: { ...said, pricePence: 6000, toPayPence: 6000 } });
  expect(await screen.findByRole('button', { name: 'Agree to £60 in cash, £57 less' })).toBeInTheDocument();
  expect(screen.queryByText(/goes back/)).not.toBeInTheDocument();
});

it('ends the job once the client knows what that costs, by guest link too', async () => {
  const ended = { ...booking, status: 'cancelled' as const, cancel_reason: 'not_as_booked' };
  const api = open({}, () => ({ json: ended }), '/b/g-token');
  await press('End the job');
  const dialog = within(await screen.findByRole('dialog', { name: 'End the job?' }));
  expect(
    dialog.getByText(/is paid for coming: £40\.95 of your £117\. The rest is refunded\./),
  ).toBeInTheDocument();
  expect(api.of(CHOOSE)).toHaveLength(0);
  await user().click(dialog.getByRole('button', { name: 'End the job' }));
  expect(await screen.findByText('You ended the job, since it was not what was booked.')).toBeInTheDocument();
  expect(api.of(CHOOSE)[0]?.body).toEqual({ action: 'end' });
  expect(api.of(CHOOSE)[0]?.query.get('token')).toBe('g-token');
});

it('says in the dialog that ending could not be sent', async () => {
  open({});
  await press('End the job');
  const dialog = within(await screen.findByRole('dialog', { name: 'End the job?' }));
  await user().click(dialog.getByRole('button', { name: 'End the job' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/could not be sent/);
  await user().click(dialog.getByRole('button', { name: 'Not yet' }));
  expect(screen.getByRole('alert')).toHaveTextContent(/could not be sent/);
});

it('can be talked about', async () => {
  const talked = { ...said, choice: 'talk' as const, outcome: 'talked' as const };
  open({}, () => ({ json: { ...atWork, not_as_booked: talked } }));
  await press('Talk to your pro first');
  await vi.waitFor(() => expect(toast).toHaveBeenCalled());
  expect(screen.queryByRole('region', { name: TITLE })).not.toBeInTheDocument();
});

it('says when it cannot be sent, and offers no price that there is not', async () => {
  const { pricePence: _, toPayPence: __, ...without } = said;
  open({ not_as_booked: without });
  await press('Talk to your pro first');
  expect(await screen.findByText(/Please try again/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Agree/ })).not.toBeInTheDocument();
});

it('is looked into once the time is over', async () => {
  const { endPence: _, ...late } = said;
  open({ not_as_booked: { ...late, until: '2026-11-20T10:19:00Z' } });
  expect(within(await card()).getByText(/We are looking into it/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'End the job' })).not.toBeInTheDocument();
});
