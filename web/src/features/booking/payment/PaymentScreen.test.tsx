import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { QuoteRequest } from '@/api/types';
import { endSession, forgetLostSession, startSession } from '@/shared/session';
import { problem } from '@/test/fakeApi';
import { guestToken, token } from '@/test/token';
import { agreeingServer, finishedDraft, payment, renderScreen, signedQuote } from '../checkout/testing';
import { getDraft } from '../draft';
import { Component } from './PaymentScreen';

const user = userEvent.setup();
const show = () => renderScreen('/booking/payment', Component);
const payButton = (name: string | RegExp = /^Pay £/) => screen.findByRole('button', { name });
const terms = () => screen.getByRole('checkbox');

async function typeCard(number = '4242424242424242') {
  await user.type(await screen.findByLabelText('Card number'), number);
  await user.type(screen.getByLabelText('Expiry'), '1299');
  await user.type(screen.getByLabelText('CVC'), '123');
}

/** Waits until the button is neither disabled nor busy. */
async function untilReady(button: HTMLElement) {
  await waitFor(() => {
    expect(button).toBeEnabled();
    expect(button).not.toHaveAttribute('aria-busy');
  });
}

async function pressPay() {
  const button = await payButton();
  await untilReady(button);
  await user.click(button);
}

beforeEach(() => finishedDraft());
afterEach(() => vi.useRealTimers());

describe('paying by card', () => {
  it('redeems the quote, confirms the card and goes to the confirmation', async () => {
    const server = agreeingServer();
    show();
    await typeCard();
    await user.click(terms());
    await pressPay();
    expect(await screen.findByTestId('location')).toHaveTextContent(
      '/booking/confirmation?method=card&amount=10750&booking_id=C-1&payment_intent=pi_C-1&currency=GBP',
    );
    const [created] = server.of('POST /api/payments/create');
    expect(created?.body).toMatchObject({ signature: expect.stringContaining('signed-') });
    expect(created?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(server.of('POST /api/sandbox/payments/pi_C-1/confirm')[0]?.body).toEqual({
      clientSecret: 'secret-of-C-1',
      cardNumber: '4242424242424242',
    });
    expect(getDraft()).toMatchObject({ bookingId: 'C-1', shareToken: 'share-link' });
  });

  it('charges nothing before Pay is pressed, and shows the exact amount', async () => {
    const server = agreeingServer();
    show();
    expect(await payButton('Pay £107.50')).toBeInTheDocument();
    await screen.findByLabelText('Card number');
    expect(server.of('POST /api/payments/create')).toHaveLength(0);
    expect(server.of('POST /api/quotes')[0]?.body).toMatchObject({
      amountPence: 10_750,
      postcode: 'SW1A 1AA',
    });
  });

  it('requires agreement to the terms', async () => {
    const server = agreeingServer();
    show();
    await typeCard();
    await pressPay();
    expect(await screen.findByText('Please accept the terms to continue.')).toBeInTheDocument();
    expect(server.of('POST /api/payments/create')).toHaveLength(0);
  });

  it('reports card errors before anything is booked', async () => {
    const server = agreeingServer();
    show();
    await typeCard('4242424242424241');
    await user.click(terms());
    await pressPay();
    expect(await screen.findByText('Enter the number on your card.')).toBeInTheDocument();
    expect(server.of('POST /api/payments/create')).toHaveLength(0);
  });

  it('makes one booking for two clicks', async () => {
    const server = agreeingServer();
    show();
    await typeCard();
    await user.click(terms());
    const button = await payButton();
    await untilReady(button);
    button.click();
    button.click();
    await screen.findByTestId('location');
    expect(server.of('POST /api/payments/create')).toHaveLength(1);
  });

  it('retries a declined card on the same payment', async () => {
    const server = agreeingServer();
    const confirm = 'POST /api/sandbox/payments/pi_C-1/confirm';
    server.change(confirm, () => problem(402, 'card_declined', { detail: 'Your card was declined.' }));
    show();
    await typeCard('4000000000000002');
    await user.click(terms());
    await pressPay();
    expect(await screen.findByText('Your card was declined.')).toBeInTheDocument();

    server.change(confirm, () => ({ json: { status: 'requires_capture' } }));
    await user.clear(screen.getByLabelText('Card number'));
    await user.type(screen.getByLabelText('Card number'), '4242424242424242');
    await pressPay();
    await screen.findByTestId('location');
    expect(server.of('POST /api/payments/create')).toHaveLength(1);
    expect(server.of(confirm)).toHaveLength(2);
  });

  it('asks the bank when the card requires it, and accepts its refusal', async () => {
    const server = agreeingServer();
    server.change('POST /api/sandbox/payments/pi_C-1/confirm', () => ({
      json: { status: 'requires_action' },
    }));
    server.change('POST /api/sandbox/payments/pi_C-1/authenticate', ({ body }) =>
      (body as { approve: boolean }).approve
        ? { json: { status: 'requires_capture' } }
        : problem(402, 'card_declined', { detail: 'The payment was not approved.' }),
    );
    show();
    await typeCard('4000002500003155');
    await user.click(terms());
    await pressPay();
    await user.click(await screen.findByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('The payment was not approved.')).toBeInTheDocument();
    await pressPay();
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    expect(await screen.findByTestId('location')).toHaveTextContent('/booking/confirmation');
  });

  it('waits while the server is unreachable, then asks for the price again', async () => {
    const server = agreeingServer();
    server.cut('POST /api/payments/create');
    show();
    await typeCard();
    await user.click(terms());
    await pressPay();
    expect(await screen.findByText(/Failed to prepare payment/)).toBeInTheDocument();
    expect(await payButton()).toBeDisabled();
    server.change('GET /healthz', () => ({}));
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(server.of('POST /api/quotes')).toHaveLength(2));
    await untilReady(await payButton());
  });
});

it('opens the card form once the server can be reached', async () => {
  const server = agreeingServer();
  const config = 'GET /api/payments/config';
  server.cut(config);
  show();
  expect(await screen.findByText('The card form opens when you are back online.')).toBeInTheDocument();
  server.change(config, () => ({ json: { provider: 'sandbox', publishableKey: '' } }));
  server.change('GET /healthz', () => ({}));
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByLabelText('Card number')).toBeInTheDocument();
});

describe('the price', () => {
  it('shows both prices when the server’s differs, and charges the accepted one', async () => {
    const server = agreeingServer();
    const right = signedQuote(11_950);
    server.change('POST /api/quotes', () => problem(409, 'price_changed', { quote: right }));
    server.change('POST /api/payments/create', () => ({ status: 201, json: payment(11_950) }));
    show();
    const dialog = await screen.findByRole('dialog', { name: 'The price has changed' });
    expect(within(dialog).getByText('£107.50')).toBeInTheDocument();
    expect(within(dialog).getByText('£119.50')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Accept £119.50' }));
    expect(await payButton('Pay £119.50')).toBeInTheDocument();
    await typeCard();
    await user.click(terms());
    await pressPay();
    await screen.findByTestId('location');
    expect(server.of('POST /api/payments/create')[0]?.body).toMatchObject({ signature: right.signature });
    expect(server.of('POST /api/quotes')).toHaveLength(1);
  });

  it('drops a coupon lost at redemption once the new price is accepted', async () => {
    finishedDraft({ couponCode: 'WELCOME10' });
    const server = agreeingServer();
    server.change('POST /api/quotes', ({ body }) => {
      const { amountPence } = body as QuoteRequest;
      const coupon = { label: 'Coupon', amountPence: -1000 };
      const quote = signedQuote(amountPence);
      return { status: 201, json: { ...quote, lines: [...quote.lines, coupon] } };
    });
    server.change('POST /api/payments/create', () =>
      problem(409, 'coupon_unavailable', { quote: signedQuote(10_750) }),
    );
    show();
    await typeCard();
    await user.click(terms());
    await pressPay();
    await user.click(await screen.findByRole('button', { name: 'Accept £107.50' }));
    expect(await payButton('Pay £107.50')).toBeInTheDocument();
    expect(getDraft().couponCode).toBeUndefined();
  });

  it('is renewed before it expires', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const server = agreeingServer();
    show();
    await payButton('Pay £107.50');
    await waitFor(() => expect(server.of('POST /api/quotes')).toHaveLength(1));
    await screen.findByLabelText('Card number');
    await vi.advanceTimersByTimeAsync(15 * 60 * 1000);
    await waitFor(() => expect(server.of('POST /api/quotes').length).toBeGreaterThanOrEqual(2));
    expect(await payButton('Pay £107.50')).toBeInTheDocument();
  });

  it('is requested after creating a guest', async () => {
    localStorage.removeItem('guest_token');
    const server = agreeingServer();
    server.change('POST /api/clients/ensure-guest', () => ({
      json: { clientId: 'guest-9', token: guestToken('guest-9') },
    }));
    show();
    await payButton('Pay £107.50');
    expect(server.calls.map((call) => call.route)).toContain('POST /api/clients/ensure-guest');
    expect(server.of('POST /api/clients/ensure-guest')[0]?.body).toMatchObject({ phone: '+447700900123' });
    expect(localStorage.getItem('guestId')).toBe('guest-9');
  });

  it('is requested with a new guest when the server no longer knows this browser’s', async () => {
    const ended = localStorage.getItem('guest_token');
    const server = agreeingServer();
    server.change('POST /api/clients/ensure-guest', () => ({
      json: { clientId: 'guest-10', token: guestToken('guest-10') },
    }));
    server.change('POST /api/quotes', ({ headers, body }) =>
      headers.get('Authorization') === `Bearer ${ended}`
        ? problem(401, 'unauthorised')
        : { status: 201, json: signedQuote((body as QuoteRequest).amountPence) },
    );
    show();
    expect(await payButton('Pay £107.50')).toBeInTheDocument();
    await waitFor(() => expect(server.of('POST /api/quotes')).toHaveLength(2));
    expect(localStorage.getItem('guestId')).toBe('guest-10');
  });

  it('is requested again when somebody signs in, and when the session ends', async () => {
    const bearers = () =>
      server.of('POST /api/quotes').map(({ headers }) => headers.get('Authorization')?.slice(7));
    const guest = localStorage.getItem('guest_token');
    const ada = token({ sub: 'c-1' });
    const server = agreeingServer();
    show();
    await waitFor(() => expect(bearers()).toEqual([guest]));
    act(() => startSession(ada));
    await waitFor(() => expect(bearers()).toEqual([guest, ada]));
    await payButton('Pay £107.50');
    act(() => endSession('expired'));
    await waitFor(() => expect(bearers()).toEqual([guest, ada, guest]));
    expect(getDraft().description).toBe('Leaking tap in the kitchen');
    forgetLostSession();
  });

  it('is requested as a guest when the server rejects the session, and the draft is kept', async () => {
    const ada = token({ sub: 'c-1' });
    const guest = localStorage.getItem('guest_token');
    startSession(ada);
    const server = agreeingServer();
    server.change('POST /api/quotes', ({ headers, body }) =>
      headers.get('Authorization') === `Bearer ${ada}`
        ? problem(401, 'unauthorised')
        : { status: 201, json: signedQuote((body as QuoteRequest).amountPence) },
    );
    show();
    const pay = await payButton('Pay £107.50');
    await untilReady(pay);
    expect(localStorage.getItem('auth_token')).toBeNull();
    expect(localStorage.getItem('guest_token')).toBe(guest);
    expect(getDraft().description).toBe('Leaking tap in the kitchen');
    forgetLostSession();
  });

  it('sends the client back to the time step when the slot is gone', async () => {
    const server = agreeingServer();
    server.change('POST /api/quotes', () => problem(409, 'slot_gone'));
    show();
    expect(await screen.findByTestId('location')).toHaveTextContent('/booking/time');
    expect(getDraft().timeSlotId).toBeUndefined();
  });

  it('leads to the booking if it has already been paid', async () => {
    const server = agreeingServer();
    server.change('POST /api/payments/create', () => problem(409, 'already_paid', { bookingId: 'C-7' }));
    show();
    await typeCard();
    await user.click(terms());
    await pressPay();
    expect(await screen.findByTestId('location')).toHaveTextContent('/booking/confirmation?booking_id=C-7');
  });
});

it('asks about a photo the server no longer has, and sends it again', async () => {
  finishedDraft({ hasPhoto: true, photoUrl: '/api/files/u-old' });
  const server = agreeingServer();
  const create = 'POST /api/payments/create';
  server.change(create, () =>
    problem(422, 'invalid', { errors: { photo_url: 'This photo is not there any more.' } }),
  );
  show();
  await typeCard();
  await user.click(terms());
  await pressPay();
  const without = await screen.findByRole('button', { name: 'Go on without the photo' });
  expect(getDraft().photoUrl).toBeUndefined();
  server.change(create, () => ({ status: 201, json: payment(10_750) }));
  await user.click(without);
  await screen.findByTestId('location');
  expect(server.of(create)[1]?.body).not.toHaveProperty('photo_url');
});

it('needs no card when there is nothing to pay', async () => {
  const server = agreeingServer();
  server.change('POST /api/quotes', () => problem(409, 'price_changed', { quote: signedQuote(0) }));
  server.change('POST /api/payments/create', () => ({
    status: 201,
    json: { ...payment(0), clientSecret: '', paymentIntentId: '' },
  }));
  show();
  await user.click(await screen.findByRole('button', { name: 'Accept £0' }));
  expect(screen.queryByLabelText('Card number')).not.toBeInTheDocument();
  await user.click(terms());
  await user.click(await screen.findByRole('button', { name: 'Confirm booking' }));
  expect(await screen.findByTestId('location')).toHaveTextContent(
    '/booking/confirmation?method=card&amount=0&booking_id=C-1&currency=GBP',
  );
});

describe('cash', () => {
  it('is confirmed with a terms box of its own, and nothing is charged', async () => {
    const server = agreeingServer();
    server.change('POST /api/bookings', () => ({
      status: 201,
      json: { id: 'C-2', guest_token: 'g', share_token: 's' },
    }));
    show();
    await user.click(await screen.findByRole('radio', { name: 'Cash' }));
    expect(screen.getByText('Pay cash on completion. Please prepare £107.50.')).toBeInTheDocument();
    await user.click(screen.getByLabelText('I agree to pay the plumber in cash after the service'));
    const button = await screen.findByRole('button', { name: 'Confirm booking (cash)' });
    await untilReady(button);
    await user.click(button);
    expect(await screen.findByTestId('location')).toHaveTextContent(
      'method=cash&amount=10750&booking_id=C-2',
    );
    expect(server.of('POST /api/bookings')[0]?.body).toMatchObject({ mode: 'CASH' });
  });
});
