import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { QuoteRequest } from '@/api/types';
import { noteReached } from '@/shared/connection';
import { endSession, forgetLostSession, startSession } from '@/shared/session';
import { problem } from '@/test/fakeApi';
import { guestToken, token } from '@/test/token';
import { agreeingServer, atDesk, finishedDraft, payment, signedQuote } from '../checkout/testing';
import { getDraft } from '../draft';
import { payButton, pressPay, show, terms, typeCard, untilReady, user } from './testing';

beforeEach(() => {
  atDesk();
  noteReached();
  finishedDraft();
});
afterEach(() => vi.useRealTimers());

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

  it('counts a personal coupon, which only the server knows', async () => {
    finishedDraft({ couponCode: 'THANKS-AB12', couponDiscountPence: 1500 });
    const server = agreeingServer();
    show();
    expect(await payButton('Pay £92.50')).toBeInTheDocument();
    expect(screen.getByText('£92.50 is the whole price. Card or cash comes next.')).toBeInTheDocument();
    expect(server.of('POST /api/quotes')[0]?.body).toMatchObject({
      amountPence: 9250,
      couponCode: 'THANKS-AB12',
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('leaves out lines of nothing, and says an amount once', async () => {
    finishedDraft({
      urgency: 'EMERGENCY',
      timeSlotId: 'EMERGENCY_NOW',
      timeSlotStart: undefined,
      selectedSlotPriceDelta: undefined,
    });
    agreeingServer().change('POST /api/quotes', () => new Promise(() => {}));
    show();
    const term = await screen.findByText('Emergency call-out');
    expect(term.nextElementSibling).toHaveTextContent('+£40.00');
    expect(screen.queryByText('£0.00')).not.toBeInTheDocument();
  });

  it('drops a coupon lost at redemption once the new price is accepted', async () => {
    finishedDraft({ couponCode: 'WELCOME10' });
    const server = agreeingServer();
    server.change('POST /api/quotes', ({ body }) => {
      const { amountPence } = body as QuoteRequest;
      const coupon = { kind: 'coupon' as const, label: 'Coupon', amountPence: -1000 };
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

  it('is requested again when it has run out on the server, which says so', async () => {
    const server = agreeingServer();
    server.change('POST /api/payments/create', () => problem(410, 'quote_expired'));
    show();
    await typeCard();
    await user.click(terms());
    await pressPay();
    expect(await screen.findByText(/run out and has been renewed/)).toBeInTheDocument();
    expect(server.of('POST /api/quotes')).toHaveLength(2);
    expect(await payButton('Pay £107.50')).toBeEnabled();
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

  it('says that it has already been booked', async () => {
    const server = agreeingServer();
    server.change('POST /api/payments/create', () => problem(409, 'already_paid', { bookingId: 'C-7' }));
    show();
    await typeCard();
    await user.click(terms());
    await pressPay();
    expect(await screen.findByText('C-7')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent("You've already booked this: C-7");
    expect(screen.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', '/booking/C-7');
    expect(getDraft().description).toBe('');
  });
});
