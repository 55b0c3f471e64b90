import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { Component } from './PayScreen';

const user = userEvent.setup();

const booking = {
  id: 'C-1',
  status: 'pending',
  problem_type: 'leak',
  readable_name: 'Leak / tap issue',
  payment_due: { amountPence: 9750, until: '2026-11-24T21:00:00+00:00' },
};

function server(change: Parameters<typeof fakeApi>[0] = {}) {
  return fakeApi({
    'GET /api/bookings/C-1': () => ({ json: booking }),
    'GET /api/payments/config': () => ({ json: { provider: 'sandbox', publishableKey: 'pk' } }),
    'POST /api/create-payment': () => ({
      json: { clientSecret: 'secret', paymentIntentId: 'pi_2', amountPence: 9750 },
    }),
    'POST /api/sandbox/payments/pi_2/confirm': () => ({ json: { status: 'requires_capture' } }),
    'GET /api/payments/bookings/by-intent/pi_2': () => ({ json: booking }),
    ...change,
  });
}

function show(address = '/pay/C-1?token=C-1.mac') {
  renderAt(
    <Routes>
      <Route path="/pay/:id" element={<Component />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>,
    address,
  );
}

async function typeCard() {
  await user.type(await screen.findByLabelText('Card number'), '4242424242424242');
  await user.type(screen.getByLabelText('Expiry'), '1299');
  await user.type(screen.getByLabelText('CVC'), '123');
}

async function press() {
  const button = screen.getByRole('button', { name: 'Confirm Payment' });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
}

describe('paying again', () => {
  it('opens the payment by the guest link, confirms the card and goes to the booking', async () => {
    const api = server();
    show();
    await typeCard();
    expect(screen.getByText(/Please pay £97.50 again by Tuesday 24 November, 21:00/)).toBeInTheDocument();
    expect(api.of('POST /api/create-payment')).toHaveLength(0);
    await press();
    expect(await screen.findByText('Elsewhere')).toBeInTheDocument();
    const [opened] = api.of('POST /api/create-payment');
    expect(opened?.body).toEqual({ booking_id: 'C-1' });
    expect(opened?.query.get('token')).toBe('C-1.mac');
    expect(api.of('POST /api/sandbox/payments/pi_2/confirm')[0]?.body).toEqual({
      clientSecret: 'secret',
      cardNumber: '4242424242424242',
    });
  });

  it('says what went wrong with the card, and stays', async () => {
    server({
      'POST /api/sandbox/payments/pi_2/confirm': () =>
        problem(402, 'card_declined', { detail: 'Your card was declined.' }),
    });
    show();
    await typeCard();
    await press();
    expect(await screen.findByText('Your card was declined.')).toBeInTheDocument();
  });

  it('says that a pro waits for it', async () => {
    server({ 'GET /api/bookings/C-1': () => ({ json: { ...booking, status: 'accepted' } }) });
    show();
    expect(
      await screen.findByText(/^Please pay £97.50 by 21:00, and the job is your pro's\./),
    ).toBeInTheDocument();
    expect(screen.queryByText(/hold on your card has ended/)).not.toBeInTheDocument();
  });

  it('has nothing to ask for once it is paid', async () => {
    const { payment_due: _, ...paid } = booking;
    server({ 'GET /api/bookings/C-1': () => ({ json: paid }) });
    show();
    expect(await screen.findByText('There is nothing to pay for this booking.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'View your booking' })).toHaveAttribute('href', '/b/C-1.mac');
  });

  it.each([
    [
      'raise',
      /^Please pay £97.50 by 21:00 to raise your offer\. Until then £80 stands; if a pro accepts that/,
    ],
    [
      'time',
      /^Please pay £97.50 by 21:00 to move your booking to Wed 25 Nov, 11:00–13:00\. Until then your old time/,
    ],
    [
      'hold_ends',
      /^Your bank ends the hold on your card soon and wants you to confirm a new one\. Please confirm £97.50 by/,
    ],
    [
      'promised',
      /^A pro has agreed to do your job\. Please pay £97.50 by Tuesday 24 November, 21:00, and the job is/,
    ],
    ['again', /^We have let go of your card, because no pro was free in time\. Please pay £97.50 by 21:00/],
    [
      'capture_refused',
      /^Your bank refused the payment when your pro took the job\. Please pay £97.50 by 21:00, or we cancel/,
    ],
  ])('says what it is for: %s', async (reason, words) => {
    const timeslot = { id: 's', start: '2026-11-25T11:00:00+00:00', end: '2026-11-25T13:00:00+00:00' };
    const payment_due = { ...booking.payment_due, reason, timeslot };
    server({ 'GET /api/bookings/C-1': () => ({ json: { ...booking, amount_pence: 8000, payment_due } }) });
    show();
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it('does not speak of cancelling once the pro has set off', async () => {
    const payment_due = { ...booking.payment_due, reason: 'capture_refused' };
    server({
      'GET /api/bookings/C-1': () => ({ json: { ...booking, status: 'en_route', payment_due } }),
    });
    show();
    expect(await screen.findByText(/Please pay £97.50 by Tuesday 24 November, 21:00\.$/)).toBeInTheDocument();
    expect(screen.queryByText(/we cancel/)).not.toBeInTheDocument();
  });

  it('says that a pro accepted at the old price', async () => {
    const { payment_due: _, ...taken } = { ...booking, status: 'assigned', amount_pence: 8000 };
    server({ 'GET /api/bookings/C-1': () => ({ json: taken }) });
    show();
    expect(await screen.findByText('A pro accepted at £80. Nothing more to pay.')).toBeInTheDocument();
  });
});
