import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import type { Booking } from '@/api/types';
import { fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { canMove, canRaise, poundsOf } from './allowed';
import { RaisePrice } from './RaisePrice';
import { suggestionText } from './SuggestedTime';

const booking: Booking = {
  id: 'C-1',
  status: 'pending',
  problem_type: 'leak',
  readable_name: 'Leak / tap issue',
  amount_pence: 9750,
  payment_method: 'cash',
};
const RAISE = 'POST /api/bookings/C-1/raise-price';
const due = { amountPence: 10_750, until: '2026-11-23T10:20:00+00:00', reason: 'raise' };

async function open(answer: Parameters<typeof fakeApi>[0][string]) {
  const api = fakeApi({ [RAISE]: answer });
  const ref = { id: 'C-1', guestToken: undefined, shareToken: undefined, intent: undefined };
  renderAt(
    <Routes>
      <Route path="/client" element={<RaisePrice booking={booking} bookingRef={ref} />} />
      <Route path="/pay/:id" element={<p>The card page</p>} />
    </Routes>,
    '/client',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Raise Price' }));
  return { api, dialog: within(screen.getByRole('dialog', { name: 'Raise your offer' })) };
}

it('raises by a quick pick and says what the price becomes', async () => {
  const { api, dialog } = await open(() => ({ json: { ...booking, amount_pence: 10_750 } }));
  await userEvent.click(dialog.getByRole('button', { name: '+£10' }));
  expect(dialog.getByText('£97.50 becomes £107.50')).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const [call] = api.of(RAISE);
  expect(call?.body).toEqual({ deltaGBP: 10 });
  expect(call?.headers.get('idempotency-key')).toBeTruthy();
});

it('takes whole pounds only, £1 or more', async () => {
  const { api, dialog } = await open(() => ({ json: booking }));
  for (const wrong of ['0', '1.5', 'ten', '-5']) {
    await userEvent.clear(dialog.getByLabelText('Custom amount'));
    await userEvent.type(dialog.getByLabelText('Custom amount'), wrong);
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(dialog.getByText('Enter whole pounds, £1 or more.')).toBeInTheDocument();
  }
  expect(dialog.getByLabelText('Custom amount')).toHaveFocus();
  expect(api.of(RAISE)).toHaveLength(0);
});

it('leads to the card page when the new price must be held first', async () => {
  const { dialog } = await open(() => ({ json: { ...booking, payment_due: due } }));
  await userEvent.click(dialog.getByRole('button', { name: '+£10' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('The card page')).toBeInTheDocument();
});

it('leads to the card page when the card is no longer held', async () => {
  const { dialog } = await open(() => problem(409, 'payment_required'));
  await userEvent.click(dialog.getByRole('button', { name: '+£5' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('The card page')).toBeInTheDocument();
});

it('says beside the field what the server does not take', async () => {
  const errors = { deltaGBP: 'Offer at most £100000.' };
  const { dialog } = await open(() => problem(422, 'invalid', { errors }));
  await userEvent.type(dialog.getByLabelText('Custom amount'), '999999');
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await dialog.findByText('Offer at most £100000.')).toBeInTheDocument();
});

it('is there only while no pro has the booking', () => {
  expect(canRaise(booking)).toBe(true);
  expect(canRaise({ ...booking, status: 'no_response' })).toBe(true);
  for (const status of ['created', 'accepted', 'assigned', 'en_route', 'completed', 'cancelled'] as const)
    expect(canRaise({ ...booking, status })).toBe(false);
});

it('lets the time be changed until the pro sets off, but not in an emergency', () => {
  for (const status of ['pending', 'no_response', 'assigned'] as const) {
    expect(canMove({ ...booking, status })).toBe(true);
    expect(canMove({ ...booking, status, urgency: 'EMERGENCY' })).toBe(false);
    expect(canMove({ ...booking, status, puts_right: 'C-0' })).toBe(false);
  }
  for (const status of ['created', 'accepted', 'en_route', 'in_progress', 'completed'] as const)
    expect(canMove({ ...booking, status })).toBe(false);
});

it('reads whole pounds', () => {
  expect([' 5 ', '100', '0', '', '1.5', '-1', '1234567', 'ten'].map(poundsOf)).toEqual([
    5,
    100,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

it('puts a suggestion into words', () => {
  const slot = { id: 's', start: '2026-11-24T11:00:00+00:00', end: '2026-11-24T13:00:00+00:00' };
  const other = { id: 't', start: '2026-11-25T11:00:00+00:00', end: '2026-11-25T13:00:00+00:00' };
  const suggested_time = {
    timeslot: other,
    amountPence: 11_250,
    deltaPence: 1500,
    accepted: false,
    until: '2026-11-23T12:05:00+00:00',
  };
  const assigned: Booking = { ...booking, status: 'assigned', timeslot: slot };
  expect(suggestionText(assigned)).toBeNull();
  expect(suggestionText({ ...assigned, suggested_time })).toBe(
    'You suggested Wed 25 Nov, 11:00–13:00. Your pro has until 12:05 to answer. Until then Tue 24 Nov, 11:00–13:00 stands.',
  );
  const accepted = { ...suggested_time, accepted: true };
  const payment_due = { amountPence: 1500, until: suggested_time.until };
  expect(suggestionText({ ...assigned, suggested_time: accepted, payment_due })).toBe(
    'Your pro has accepted Wed 25 Nov, 11:00–13:00. Pay £15 by 12:05. Until then Tue 24 Nov, 11:00–13:00 stands.',
  );
});
