import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Booking } from '@/api/types';
import { noteReached } from '@/shared/connection';
import { seenBookings } from '@/shared/seenBookings';
import { endSession, startSession } from '@/shared/session';
import { askToSignIn } from '@/shared/signIn';
import { problem } from '@/test/fakeApi';
import { fakeStreams } from '@/test/fakeStream';
import { token } from '@/test/token';
import { agreeingServer, finishedDraft, renderScreen } from '../checkout/testing';
import { getDraft, updateDraft } from '../draft';
import { Component } from './ConfirmationScreen';

vi.mock('@/shared/signIn');

const byIntent = 'GET /api/payments/bookings/by-intent/pi_1';
const card = '?payment_intent=pi_1&method=card&amount=1&currency=GBP&booking_id=C-1';
const show = (search = card) => renderScreen('/booking/confirmation', Component, search);

const booking: Booking = {
  id: 'C-1',
  status: 'pending',
  problem_type: 'leak',
  readable_name: 'Leak / tap issue',
  address_line1: '1 High Street',
  postcode: 'SW1A 1AA',
  timeslot: { id: '2026-11-24-2', start: '2026-11-24T11:00:00+00:00', end: '2026-11-24T13:00:00+00:00' },
  amount_pence: 10_750,
  payment_currency: 'GBP',
  payment_method: 'card',
  quote_mode: 'PAID',
  share_token: 'share-link',
  guest_token: 'guest-link',
};

function server(answer: () => { status?: number; json?: unknown } = () => ({ json: booking })) {
  const api = agreeingServer();
  api.change(byIntent, answer);
  api.change('POST /api/matching/start', () => ({ status: 202, json: { ok: true } }));
  return api;
}

beforeEach(() => {
  noteReached();
  finishedDraft({
    bookingId: 'C-1',
    userId: 'ada@example.com',
    paymentIntentId: 'pi_1',
    clientSecret: 'secret',
    finalQuote: { mode: 'PAID', amountGBP: 107.5 },
  });
});
afterEach(() => vi.useRealTimers());

describe('a confirmed booking', () => {
  it('is announced in a region that was there while loading, and the heading keeps the focus', async () => {
    server();
    show();
    const heading = screen.getByRole('heading', { level: 1, name: 'Confirming your booking' });
    const status = screen.getByRole('status');
    expect(status).toHaveTextContent('One moment: we are confirming your booking.');
    heading.focus();
    await screen.findByText('£107.50');
    expect(heading).toHaveTextContent("You're booked in");
    expect(heading).toHaveFocus();
    expect(status).toHaveTextContent('Finding nearby plumber');
  });

  it("shows the server's amount, never the address line's", async () => {
    server();
    show();
    expect(await screen.findByText('£107.50')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Finding nearby plumber' })).toBeInTheDocument();
    expect(screen.getByText('Tue 24 Nov, 11:00–13:00')).toBeInTheDocument();
    expect(screen.getByText('£107.50 held on your card, not charged.')).toBeInTheDocument();
    expect(screen.getByText('Nobody free? The hold is released and you pay nothing.')).toBeInTheDocument();
    expect(screen.queryByText(/step 5/)).not.toBeInTheDocument();
  });

  it('says that pros name the price where there is none yet', async () => {
    server(() => ({ json: { ...booking, quote_mode: 'REQUEST', open_price: true, amount_pence: 0 } }));
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Your booking is in' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Waiting for pros to name a price' })).toBeInTheDocument();
    expect(screen.getByText('Pros name a price')).toBeInTheDocument();
    expect(screen.queryByText(/£/)).not.toBeInTheDocument();
  });

  it('clears the draft except for the user, and starts matching once', async () => {
    const api = server();
    const first = show();
    await screen.findByText('£107.50');
    await waitFor(() => expect(api.of('POST /api/matching/start')).toHaveLength(1));
    expect(getDraft()).toMatchObject({ userId: 'ada@example.com', description: '' });
    first.unmount();
    show();
    await screen.findByText('£107.50');
    expect(api.of('POST /api/matching/start')).toHaveLength(1);
  });

  it('leaves a newer draft alone', async () => {
    updateDraft({ bookingId: undefined, paymentIntentId: undefined });
    server();
    show();
    await screen.findByText('£107.50');
    expect(getDraft().description).toBe('Leaking tap in the kitchen');
  });

  it('offers the booking for the other trade', async () => {
    const explanation = ['leak', 'socket'].map((entry) => ({ kind: 'several', entry }));
    server(() => ({ json: { ...booking, explanation } }));
    show();
    expect(await screen.findByRole('link', { name: 'Book the electrician too' })).toHaveAttribute(
      'href',
      '/booking/repeat/C-1?type=socket',
    );
    expect(screen.queryByRole('link', { name: /plumber too/ })).not.toBeInTheDocument();
  });

  it('promises no search once nobody has responded', async () => {
    server(() => ({ json: { ...booking, status: 'no_response', card: { money: 'released' } } }));
    show();
    expect(await screen.findByText('No response yet')).toBeInTheDocument();
    const still = screen.getByRole('region', { name: 'Still looking for someone' });
    expect(still).toHaveTextContent('Your £107.50 was released. Trying again asks for your card.');
    expect(screen.getByRole('link', { name: 'Broaden search area' })).toHaveAttribute('href', '/booking/C-1');
    // Nothing else is offered: no second booking.
    expect(screen.queryByRole('link', { name: /[Bb]ook again|Another|live status/ })).not.toBeInTheDocument();
  });

  it.each([
    [
      { customer_email: 'priya@example.com', customer_phone: '+447911123456' },
      "We've emailed priya@example.com.",
    ],
    [{ customer_phone: '+447911123456' }, "We've texted 07911 123456."],
  ])('says who was told: %o', async (contacts, text) => {
    server(() => ({ json: { ...booking, ...contacts } }));
    show();
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getAllByText(/We've (emailed|texted)/)).toHaveLength(1);
  });

  it('says cash is paid in cash, and names the trade', async () => {
    server(() => ({ json: { ...booking, payment_method: 'cash', problem_type: 'socket' } }));
    show();
    expect(await screen.findByText('Finding nearby electrician')).toBeInTheDocument();
    expect(screen.getByText('You pay £107.50 in cash when the job is done.')).toBeInTheDocument();
    expect(screen.getByText('Nobody free? You pay nothing.')).toBeInTheDocument();
  });

  it('copies the booking link, and shares the live status by another', async () => {
    const user = userEvent.setup();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    server();
    show();
    await user.click(await screen.findByRole('button', { name: 'Copy my booking link' }));
    expect(write).toHaveBeenLastCalledWith('http://127.0.0.1:8080/b/guest-link');
    await user.click(screen.getByRole('button', { name: 'Share live status' }));
    expect(write).toHaveBeenLastCalledWith('http://127.0.0.1:8080/booking/C-1?t=share-link');
  });
});

describe('a payment that is not yet settled', () => {
  it('is polled every second until its status is no longer created', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let asked = 0;
    const api = server(() => {
      asked += 1;
      return { json: { ...booking, status: asked < 4 ? 'created' : 'paid' } };
    });
    show();
    await vi.advanceTimersByTimeAsync(3500);
    expect(await screen.findByText('£107.50')).toBeInTheDocument();
    const soFar = api.of(byIntent).length;
    await vi.advanceTimersByTimeAsync(5000);
    expect(api.of(byIntent)).toHaveLength(soFar);
    expect(api.of(byIntent)[0]?.query.get('client_secret')).toBe('secret');
  });

  it('is waited for as long as the server answers', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server(() => ({ json: { ...booking, status: 'created' } }));
    show();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(screen.queryByText(/We haven't heard back/)).not.toBeInTheDocument();
  });

  it('is given up on after 15 seconds of silence, and shown from the draft', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const api = server(() => problem(503, 'unavailable'));
    show();
    await vi.advanceTimersByTimeAsync(14_000);
    expect(screen.queryByText(/We haven't heard back/)).not.toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(1500);
    expect(await screen.findByText(/We haven't heard back/)).toBeInTheDocument();
    expect(screen.getByText('1 High Street, SW1A 1AA')).toBeInTheDocument();
    expect(screen.getByText('£107.50')).toBeInTheDocument();
    expect(api.of('POST /api/matching/start')).toHaveLength(0);
    expect(getDraft().description).not.toBe('');
    const soFar = api.of(byIntent).length;
    await vi.advanceTimersByTimeAsync(5000);
    expect(api.of(byIntent)).toHaveLength(soFar);

    api.change(byIntent, () => ({ json: booking }));
    screen.getByRole('button', { name: 'Check again' }).click();
    await vi.advanceTimersByTimeAsync(100);
    expect(await screen.findByText('Tue 24 Nov, 11:00–13:00')).toBeInTheDocument();
  });
});

it.each(['replaced', 'payment_abandoned'])(
  'leads back to the payment from one that was %s, and leaves the draft to whoever pays for it',
  async (cancel_reason) => {
    const api = server(() => ({ json: { ...booking, status: 'cancelled', cancel_reason } }));
    show();
    expect(await screen.findByTestId('location')).toHaveTextContent('/booking/payment');
    expect(getDraft()).toMatchObject({ description: 'Leaking tap in the kitchen', bookingId: 'C-1' });
    expect(seenBookings()).toEqual([]);
    expect(api.of('POST /api/matching/start')).toHaveLength(0);
  },
);

it('shows one that was not paid in time where the draft is of another job by now', async () => {
  const cancel_reason = 'payment_abandoned';
  server(() => ({ json: { ...booking, status: 'cancelled', cancel_reason } }));
  updateDraft({ bookingId: undefined });
  show();
  expect(await screen.findByRole('heading', { name: 'Your booking' })).toBeInTheDocument();
  expect(getDraft()).toMatchObject({ description: 'Leaking tap in the kitchen' });
});

describe('a booking that goes on', () => {
  it('is followed, and can be found without a network', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T10:20:00Z') });
    const { connections, handler } = fakeStreams();
    const api = server();
    api.change('GET /api/events/stream/client/C-1', handler);
    api.change('GET /api/bookings/C-1', () => ({
      json: {
        ...booking,
        status: 'assigned',
        assigned_master_id: 'master-1',
        assigned_master_name: 'Sam O.',
        start_code: '0042',
      },
    }));
    startSession(token());
    show();
    expect(await screen.findByText(/When one accepts, we charge your £107.50/)).toBeInTheDocument();
    expect(seenBookings().map(({ id }) => id)).toEqual(['C-1']);
    await waitFor(() => expect(connections).toHaveLength(1));
    expect(await screen.findByText('Your plumber is on it')).toBeInTheDocument();
    expect(screen.getByText('£107.50 paid by card.')).toBeInTheDocument();
    expect(screen.getByText(/^Sam O\. comes Tue 24 Nov/)).toBeInTheDocument();
    endSession('logout');
  });

  it('stays as it was seen where this browser may not follow it', async () => {
    const api = server();
    api.change('GET /api/bookings/C-1', () => problem(401, 'unauthorised'));
    show();
    expect(await screen.findByText('Finding nearby plumber')).toBeInTheDocument();
    expect(screen.queryByText(/Connection lost/)).not.toBeInTheDocument();
  });
});

it('offers to sign in or a new link where this browser may not see the booking', async () => {
  finishedDraft();
  server().change('GET /api/bookings/C-9', () => problem(401, 'unauthorised'));
  show('?booking_id=C-9');
  expect(await screen.findByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    '/login?role=client&next=%2Fbooking%2FC-9',
  );
  expect(screen.getByRole('button', { name: 'Send me a new link' })).toBeInTheDocument();
});

it('says when there is nothing to show', async () => {
  finishedDraft();
  server();
  show('');
  expect(await screen.findByText('Booking not found.')).toBeInTheDocument();
});

describe('the sign-in prompt', () => {
  const claim = 'POST /api/bookings/claim-by-intent';
  const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
  /** Opens the popup with somebody who signs in. */
  const mockSignIn = () =>
    vi.mocked(askToSignIn).mockImplementation(async () => {
      startSession(token({ email: 'ada@example.com' }));
      return true;
    });
  afterEach(() => endSession('logout'));

  it('claims the booking by its payment and goes to the status page', async () => {
    mockSignIn();
    const api = server();
    api.change(claim, () => ({ json: { ok: true, booking_id: 'C-1' } }));
    show();
    await press();
    expect(askToSignIn).toHaveBeenCalledWith({ identifier: 'ada@example.com' });
    expect(await screen.findByTestId('location')).toHaveTextContent('/booking/C-1');
    expect(api.of(claim)[0]?.body).toEqual({ payment_intent_id: 'pi_1' });
  });

  it('only logs a claim that failed', async () => {
    mockSignIn();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server().change(claim, () => problem(500, 'internal'));
    show();
    await press();
    expect(await screen.findByTestId('location')).toHaveTextContent('/booking/C-1');
    expect(warn).toHaveBeenCalled();
  });

  it('says nothing about a booking that came along by itself', async () => {
    mockSignIn();
    const warn = vi.spyOn(console, 'warn').mockClear();
    server().change(claim, () => problem(404, 'not_found'));
    show();
    await press();
    expect(await screen.findByTestId('location')).toHaveTextContent('/booking/C-1');
    expect(warn).not.toHaveBeenCalled();
  });

  it('changes nothing when it is closed', async () => {
    vi.mocked(askToSignIn).mockResolvedValue(false);
    const api = server();
    show();
    await press();
    expect(screen.getByText('£107.50')).toBeInTheDocument();
    expect(api.of(claim)).toEqual([]);
  });

  it('is not shown to those who are signed in', async () => {
    startSession(token());
    server();
    show();
    expect(await screen.findByRole('link', { name: 'View My Booking' })).toBeInTheDocument();
    expect(screen.queryByText('Keep this booking with you')).not.toBeInTheDocument();
  });
});
