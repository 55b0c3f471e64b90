import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Booking } from '@/api/types';
import { noteReached } from '@/shared/connection';
import { endSession, startSession } from '@/shared/session';
import { askToSignIn } from '@/shared/signIn';
import { problem } from '@/test/fakeApi';
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
    expect(heading).toHaveTextContent('Booking confirmed');
    expect(heading).toHaveFocus();
    expect(status).toHaveTextContent('Finding nearby plumber');
  });

  it("shows the server's amount, never the address line's", async () => {
    server();
    show();
    expect(await screen.findByText('£107.50')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Finding nearby plumber' })).toBeInTheDocument();
    expect(screen.getByText('Tue 24 Nov, 11:00–13:00')).toBeInTheDocument();
    expect(screen.getByText('What happens now')).toBeInTheDocument();
    expect(screen.queryByText('Still looking for someone')).not.toBeInTheDocument();
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

  it('offers to keep looking only when nobody has responded', async () => {
    server(() => ({ json: { ...booking, status: 'no_response' } }));
    show();
    expect(await screen.findByText('Still looking for someone')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Broaden search area' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Request more quotes' })).toBeInTheDocument();
  });

  it('copies the live link', async () => {
    const user = userEvent.setup();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    server();
    show();
    await user.click(await screen.findByRole('button', { name: 'Copy live link' }));
    expect(write).toHaveBeenCalledWith('http://127.0.0.1:8080/booking/C-1?t=share-link');
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

  it('is given up on after 15 seconds, and shown from the draft', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const api = server(() => problem(503, 'unavailable'));
    show();
    await vi.advanceTimersByTimeAsync(14_000);
    expect(screen.queryByText(/We have not heard back/)).not.toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(1500);
    expect(await screen.findByText(/We have not heard back/)).toBeInTheDocument();
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
    server().change(claim, () => problem(404, 'not_found'));
    show();
    await press();
    expect(await screen.findByTestId('location')).toHaveTextContent('/booking/C-1');
    expect(warn).toHaveBeenCalled();
  });

  it('changes nothing when it is closed', async () => {
    vi.mocked(askToSignIn).mockResolvedValue(false);
    const api = server();
    show();
    await press();
    expect(screen.getByText('What happens now')).toBeInTheDocument();
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
