import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Booking } from '@/api/types';
import { fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { liveAppearance, liveStatus } from './liveStatus';
import { Component } from './StatusScreen';

const booking: Booking = {
  id: 'C-1',
  status: 'pending',
  seq: 2,
  problem_type: 'leak',
  readable_name: 'Leak / tap issue',
  address_line1: '1 High Street',
  city: 'London',
  postcode: 'SW1A 1AA',
  customer_name: 'Ada Brown',
  amount_pence: 10_750,
  payment_currency: 'GBP',
  payment_method: 'card',
};

const events = [
  { seq: 1, type: 'created', at: '2026-11-20T10:02:00+00:00', data: {} },
  { seq: 2, type: 'pending', at: '2026-11-20T10:03:00+00:00', data: {} },
];

function server(change: Partial<Booking> = {}) {
  return fakeApi({
    'GET /api/bookings/C-1': () => ({ json: { ...booking, ...change } }),
    'GET /api/bookings/C-1/events': () => ({ json: events }),
  });
}

const show = (address = '/booking/C-1') =>
  renderAt(
    <Routes>
      <Route path="/booking/:id" element={<Component />} />
      <Route path="/booking/:id/status" element={<Component />} />
      <Route path="/b/:guestToken" element={<Component />} />
    </Routes>,
    address,
  );

afterEach(() => vi.useRealTimers());

describe('live status', () => {
  it.each([
    ['created', false, 'CREATED'],
    ['paid', false, 'MATCHING'],
    ['pending', false, 'MATCHING'],
    ['ASSIGNING', false, 'MATCHING'],
    ['accepted', false, 'MATCHING'],
    ['accepted', true, 'ASSIGNED'],
    ['confirmed', true, 'ASSIGNED'],
    ['assigned', true, 'ASSIGNED'],
    ['STARTED', true, 'IN_PROGRESS'],
    ['en_route', true, 'EN_ROUTE'],
    ['no_response', false, 'NO_RESPONSE'],
    ['something new', false, 'MATCHING'],
  ] as const)('%s (pro: %s) is %s', (value, pro, expected) => {
    expect(liveStatus(value, pro)).toBe(expected);
  });

  it('has a badge and a header for each state', () => {
    expect(Object.values(liveAppearance).map((appearance) => [appearance.badge, appearance.header])).toEqual([
      ['Searching…', "Thanks! We're matching you now"],
      ['Searching…', "Thanks! We're matching you now"],
      ['Pro assigned', 'Your pro has been assigned'],
      ['On the way', 'Your pro is on the way'],
      ['In progress', 'Work in progress'],
      ['Completed', 'Job completed'],
      ['Cancelled', 'Booking cancelled'],
      ['Searching…', 'Still searching nearby pros'],
    ]);
  });
});

describe('the page', () => {
  it('shows the booking and its progress', async () => {
    server();
    show();
    expect(await screen.findByText("Thanks! We're matching you now")).toBeInTheDocument();
    expect(screen.getByText('1 High Street, London, SW1A 1AA')).toBeInTheDocument();
    expect(screen.getByText('Ada Brown')).toBeInTheDocument();
    expect(screen.getByText('£107.50')).toBeInTheDocument();
    const current = screen.getByText('Matching').closest('li');
    expect(current).toHaveAttribute('aria-current', 'step');
    expect(await screen.findByText('Fri 20 Nov, 10:02')).toBeInTheDocument();
  });

  it('keeps the focus on its heading, and announces the status in a region that was there before', async () => {
    server();
    show();
    const heading = screen.getByRole('heading', { level: 1 });
    const badge = screen.getAllByRole('status')[0];
    expect(badge).toBeEmptyDOMElement();
    heading.focus();
    await screen.findByText("Thanks! We're matching you now");
    expect(heading).toHaveFocus();
    expect(badge).toHaveTextContent('Searching…');
  });

  it('polls the booking until it has ended', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const api = server();
    show();
    await screen.findByText("Thanks! We're matching you now");
    api.change('GET /api/bookings/C-1', () => ({ json: { ...booking, status: 'completed', seq: 6 } }));
    await vi.advanceTimersByTimeAsync(4500);
    expect(await screen.findByText('Job completed')).toBeInTheDocument();
    const soFar = api.of('GET /api/bookings/C-1').length;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(api.of('GET /api/bookings/C-1')).toHaveLength(soFar);
    expect(screen.queryByRole('button', { name: 'Cancel booking' })).not.toBeInTheDocument();
  });

  it('keeps the last known state when the connection is lost', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const api = server();
    show();
    await screen.findByText("Thanks! We're matching you now");
    api.change('GET /api/bookings/C-1', () => problem(503, 'unavailable'));
    await vi.advanceTimersByTimeAsync(4500);
    expect(await screen.findByText('Connection lost. Reconnecting…')).toBeInTheDocument();
    expect(screen.getByText("Thanks! We're matching you now")).toBeInTheDocument();
  });

  it('explains a failure and offers to try again', async () => {
    const api = fakeApi({ 'GET /api/bookings/C-1': () => problem(404, 'not_found') });
    show();
    expect(await screen.findByText('Failed to load booking')).toBeInTheDocument();
    api.change('GET /api/bookings/C-1', () => ({ json: booking }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText("Thanks! We're matching you now")).toBeInTheDocument();
  });

  it('shows only what a share link allows, and no way to cancel', async () => {
    const api = fakeApi({
      'GET /api/bookings/C-1': () => ({
        json: { status: 'pending', readable_name: 'Leak / tap issue', city: 'London', outward_code: 'SW1A' },
      }),
      'GET /api/bookings/C-1/events': () => ({ json: events }),
    });
    show('/booking/C-1?t=share-link');
    expect(await screen.findByText('London, SW1A')).toBeInTheDocument();
    expect(screen.queryByText('Customer')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Cancel booking' })).not.toBeInTheDocument();
    expect(api.of('GET /api/bookings/C-1')[0]?.query.get('share')).toBe('share-link');
    await waitFor(() =>
      expect(api.of('GET /api/bookings/C-1/events')[0]?.query.get('share')).toBe('share-link'),
    );
  });

  it('shows nothing once the link has been revoked', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const api = server();
    show('/booking/C-1?t=share-link');
    await screen.findByText("Thanks! We're matching you now");
    api.change('GET /api/bookings/C-1', () => problem(401, 'unauthorised'));
    await vi.advanceTimersByTimeAsync(4500);
    expect(await screen.findByText('Failed to load booking')).toBeInTheDocument();
    expect(screen.queryByText('Leak / tap issue')).not.toBeInTheDocument();
    const soFar = api.of('GET /api/bookings/C-1').length;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(api.of('GET /api/bookings/C-1')).toHaveLength(soFar);
  });
});

describe('cancelling', () => {
  it('shows the fee first, then cancels through the guest link', async () => {
    const user = userEvent.setup();
    const api = fakeApi({
      'GET /api/b/g-token': () => ({ json: { ...booking, status: 'assigned', assigned_master_id: 'm-1' } }),
      'GET /api/bookings/C-1/events': () => ({ json: events }),
      'GET /api/bookings/C-1/cancellation': () => ({
        json: { feePence: 5375, refundPence: 5375, reason: 'A pro is already assigned.' },
      }),
      'PATCH /api/bookings/guest/g-token/cancel': () => ({ json: { ...booking, status: 'cancelled' } }),
    });
    show('/b/g-token');
    await user.click(await screen.findByRole('button', { name: 'Cancel booking' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('Cancelling now costs £53.75.')).toBeInTheDocument();
    expect(api.of('GET /api/bookings/C-1/cancellation')[0]?.query.get('token')).toBe('g-token');
    api.change('GET /api/b/g-token', () => ({ json: { ...booking, status: 'cancelled' } }));
    await user.click(within(dialog).getByRole('button', { name: 'Cancel booking for £53.75' }));
    expect(await screen.findByText('This booking is over. Nobody will come.')).toBeInTheDocument();
    expect(api.of('PATCH /api/bookings/guest/g-token/cancel')).toHaveLength(1);
  });

  it('shows a fee that has changed instead of cancelling', async () => {
    const user = userEvent.setup();
    const cost = 'GET /api/bookings/C-1/cancellation';
    const api = server({ status: 'assigned', assigned_master_id: 'm-1' });
    api.change(cost, () => ({ json: { feePence: 0, refundPence: 10_750, reason: 'Just booked.' } }));
    api.change('PATCH /api/bookings/C-1/cancel', () => ({ json: { ...booking, status: 'cancelled' } }));
    show();
    await user.click(await screen.findByRole('button', { name: 'Cancel booking' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('Cancelling now is free.')).toBeInTheDocument();
    api.change(cost, () => ({ json: { feePence: 5375, refundPence: 5375, reason: 'Late.' } }));
    await user.click(within(dialog).getByRole('button', { name: 'Cancel booking' }));
    expect(await within(dialog).findByText('Cancelling now costs £53.75.')).toBeInTheDocument();
    expect(within(dialog).getByText(/The cost has just changed\./)).toBeInTheDocument();
    expect(api.of('PATCH /api/bookings/C-1/cancel')).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel booking for £53.75' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(api.of('PATCH /api/bookings/C-1/cancel')).toHaveLength(1);
  });
});
