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

  it('shows what is paid for, the old price and the new, and the way back to the old one', async () => {
    const payment_due = { ...booking.payment_due, amountPence: 10_750, reason: 'raise' };
    const more = {
      amount_pence: 9750,
      payment_currency: 'GBP',
      payment_method: 'card',
      quote_mode: 'PAID',
      card: { money: 'held' },
      address_line1: '1 High Street',
      postcode: 'SW1A 1AA',
      timeslot: { id: 's', start: '2026-11-25T11:00:00+00:00', end: '2026-11-25T13:00:00+00:00' },
    };
    server({ 'GET /api/bookings/C-1': () => ({ json: { ...booking, ...more, payment_due } }) });
    show();
    for (const text of ['Leak / tap issue', 'Wed 25 Nov, 11:00–13:00', '1 High Street, SW1A 1AA', '£97.50'])
      expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getAllByText('£107.50')).toHaveLength(2);
    expect(screen.getByText(/Your first hold of £97.50 is released\./)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Terms and Cancellation Policy' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Keep the old price' })).toHaveAttribute('href', '/b/C-1.mac');
  });

  it.each([
    ['/pay/C-1', 401, 'Sign in to pay for this booking'],
    ['/pay/C-1', 404, 'Sign in to pay for this booking'],
    ['/pay/C-1?token=old', 401, 'This link no longer opens a booking'],
  ] as const)('%s refused with %i offers to sign in, and a new link', async (address, status, title) => {
    server({ 'GET /api/bookings/C-1': () => problem(status, status === 401 ? 'unauthorised' : 'not_found') });
    show(address);
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute(
      'href',
      '/login?role=client&next=%2Fpay%2FC-1',
    );
    expect(screen.getByRole('button', { name: 'Send me a new link' })).toBeInTheDocument();
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
