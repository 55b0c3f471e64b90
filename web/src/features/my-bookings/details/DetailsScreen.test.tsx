import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Booking } from '@/api/types';
import { noteReached } from '@/shared/connection';
import { endSession, startSession, storeGuest } from '@/shared/session';
import { fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { guestToken, token } from '@/test/token';
import { booking } from '../testing';
import { Component } from './DetailsScreen';

const ONE = 'GET /api/bookings/C-1';

function server(change: Partial<Booking> = {}) {
  return fakeApi({
    [ONE]: () => ({ json: { ...booking, ...change } }),
    [`${ONE}/events`]: () => ({
      json: [
        { seq: 1, type: 'created', at: '2026-11-20T10:02:00+00:00', data: {} },
        { seq: 2, type: 'paid', at: '2026-11-20T10:03:00+00:00', data: {} },
      ],
    }),
    [`${ONE}/cancellation`]: () => ({ json: { feePence: 5375, refundPence: 5375, reason: 'Late.' } }),
    'POST /api/bookings/C-1/share': () => ({ status: 201, json: { share_token: 'second' } }),
    'DELETE /api/bookings/C-1/share': () => ({ status: 204 }),
    'POST /api/events/ticket': () => ({ json: { ticket: 'once' } }),
  });
}

const show = () =>
  renderAt(
    <Routes>
      <Route path="/bookings/:id" element={<Component />} />
    </Routes>,
    '/bookings/C-1',
  );

beforeEach(() => startSession(token()));
afterEach(() => {
  vi.restoreAllMocks();
  noteReached();
  vi.useRealTimers();
});

it('shows the booking, its price lines and its progress', async () => {
  server();
  show();
  const slip = await screen.findByRole('region', { name: 'Booking' });
  for (const text of ['C-1', 'Kitchen tap drips', 'Tue 24 Nov, 11:00–13:00', '£97.50', '+£10.00', '£107.50'])
    expect(within(slip).getByText(text)).toBeInTheDocument();
  expect(screen.getByRole('listitem', { current: 'step' })).toHaveTextContent('Matching');
  expect(screen.getByRole('link', { name: 'Track matching' })).toHaveAttribute('href', '/booking/C-1');
});

it('has the prices that pros have named, and none of its own until one is chosen', async () => {
  server({
    quote_mode: 'REQUEST',
    open_price: true,
    amount_pence: 0,
    lines: [],
    proposals: [
      {
        id: 'p-1',
        price: 180,
        lengthMinutes: 120,
        until: '2026-11-24T10:30:00Z',
        master: { name: 'Sam O.', verified: true, insured: false },
      },
    ],
  });
  show();
  expect(await screen.findByRole('button', { name: 'Choose £180' })).toBeInTheDocument();
  const slip = within(screen.getByRole('region', { name: 'Booking' }));
  expect(slip.getByText('Pros name a price')).toBeInTheDocument();
  expect(slip.queryByText(/£|budget/)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Raise Price' })).not.toBeInTheDocument();
});

it('says what the description was read as', async () => {
  server({
    explanation: [
      { kind: 'keyword', entry: 'tap' },
      { kind: 'sign', entry: 'drip' },
    ],
  });
  show();
  const slip = await screen.findByRole('region', { name: 'Booking' });
  expect(within(slip).getByText('We read: tap, drip.')).toBeInTheDocument();
});

it('says an amount that a line’s name ends with once', async () => {
  const lines = [
    { kind: 'base', label: 'Base estimate', amountPence: 9750 },
    { kind: 'schedule', label: 'Emergency call-out +£40', amountPence: 4000 },
  ] as Booking['lines'];
  server({ lines });
  show();
  const slip = await screen.findByRole('region', { name: 'Booking' });
  expect(within(slip).getByText('Emergency call-out')).toBeInTheDocument();
  expect(within(slip).getByText('+£40.00')).toBeInTheDocument();
});

it('keeps the focus on its heading while the booking loads', async () => {
  server();
  show();
  const heading = screen.getByRole('heading', { level: 1 });
  heading.focus();
  await screen.findByRole('region', { name: 'Booking' });
  expect(heading).toHaveFocus();
});

it.each([
  ['accepted', 'See what the pro proposes', '/booking/C-1'],
  ['no_response', 'Try again', '/booking/C-1'],
  ['cancelled', 'Create new booking', '/booking/create'],
  ['assigned', 'Open live status', '/booking/C-1'],
] as const)('a %s booking offers %s', async (status, name, href) => {
  server({ status });
  show();
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href);
});

it.each([
  ['assigned', 'Message pro', '/chat/C-1'],
  ['en_route', 'Track arrival', '/booking/C-1'],
  ['in_progress', 'View job', '/booking/C-1'],
] as const)('a %s booking with a chat offers %s', async (status, name, href) => {
  server({ status, chat: 'open' });
  show();
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href);
});

it('opens the receipt of a completed booking with a ticket', async () => {
  const go = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  server({ status: 'completed' });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Receipt' }));
  expect(go).toHaveBeenCalledWith('/booking/C-1/receipt?t=once');
  expect(screen.queryByRole('button', { name: 'Cancel booking' })).not.toBeInTheDocument();
});

it('shows the fee before anything is cancelled', async () => {
  const api = server({ status: 'assigned' });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel booking' }));
  expect(await screen.findByText('Cancelling now costs £53.75.')).toBeInTheDocument();
  expect(api.calls.some(({ route }) => route.startsWith('PATCH'))).toBe(false);
});

it('creates a new live link, and revokes it', async () => {
  const api = server();
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Make a new link' }));
  expect(api.of('POST /api/bookings/C-1/share')).toHaveLength(1);
  api.change(ONE, () => {
    const { share_token: _, ...ended } = booking;
    return { json: ended };
  });
  await userEvent.click(screen.getByRole('button', { name: 'End the link' }));
  expect(await screen.findByText('There is no link to this booking at the moment.')).toBeInTheDocument();
  expect(api.of('DELETE /api/bookings/C-1/share')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Copy live link' })).not.toBeInTheDocument();
});

it('says when the booking does not exist or belongs to somebody else', async () => {
  fakeApi({ [ONE]: () => problem(404, 'not_found') });
  show();
  expect(await screen.findByText('Booking not found.')).toBeInTheDocument();
});

it('names the pro once one is assigned', async () => {
  server({ status: 'assigned', assigned_master_id: 'm-1' });
  show();
  expect(
    within(await screen.findByRole('region', { name: 'Your pro' })).getByText('Your plumber'),
  ).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Call/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Live page' })).not.toBeInTheDocument();
});

it('shows all that the server says of the pro, and when they arrive', async () => {
  const pro = {
    assigned_master_id: 'm-1',
    assigned_master_name: 'Sam van der Okafor',
    assigned_master_phone: '+447700900456',
    assigned_master_rating: 5,
    assigned_master_verified: true,
    assigned_master_insured: true,
    master_location: { lat: 51.5, lng: -0.1, label: 'about 15 min', seen_at: new Date().toISOString() },
  };
  server({ status: 'en_route', ...pro });
  show();
  const card = await screen.findByRole('region', { name: 'Your pro' });
  expect(card).toHaveTextContent('SOSam van der Okaforabout 15 minRated 5.0 of 5VerifiedInsured');
  expect(within(card).getByRole('link', { name: 'Call Sam van der Okafor' })).toHaveAttribute(
    'href',
    'tel:+447700900456',
  );
});

it('has no pro card until somebody has accepted', async () => {
  server();
  show();
  await screen.findByRole('region', { name: 'Booking' });
  expect(screen.queryByRole('region', { name: 'Your pro' })).not.toBeInTheDocument();
});

it('shows no times for later steps when the job is matched again', async () => {
  const api = server();
  api.change(`${ONE}/events`, () => ({
    json: ['created', 'paid', 'pending', 'assigned', 'pending'].map((type, index) => ({
      seq: index + 1,
      type,
      at: `2026-11-20T10:0${index}:00+00:00`,
      data: {},
    })),
  }));
  show();
  expect(await screen.findByText('Fri 20 Nov, 10:04')).toBeInTheDocument();
  expect(screen.queryByText('Fri 20 Nov, 10:03')).not.toBeInTheDocument();
});

it("saves the server's calendar file", async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const api = server();
  api.change(`${ONE}/calendar.ics`, () => ({ json: 'BEGIN:VCALENDAR' }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Add to Calendar' }));
  await vi.waitFor(() => expect(saved).toEqual(['callout-C-1.ics']));
});

it('asks anyone not signed in to sign in, and does not call the server again', async () => {
  endSession('logout');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const api = fakeApi({ [ONE]: () => problem(401, 'unauthorised') });
  show();
  expect(await screen.findByText('Sign in to see this booking')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    '/login?role=client&next=%2Fbookings%2FC-1',
  );
  await vi.advanceTimersByTimeAsync(20_000);
  expect(api.of(ONE)).toHaveLength(1);
});

it('asks a guest the server no longer knows to sign in', async () => {
  endSession('logout');
  storeGuest({ clientId: 'guest-1', token: guestToken() });
  fakeApi({ [ONE]: () => problem(401, 'unauthorised') });
  show();
  expect(await screen.findByText('Sign in to see this booking')).toBeInTheDocument();
  expect(localStorage.getItem('guest_token')).toBeNull();
});

it('shows the photo, which is fetched with the person’s token', async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => {} }),
  );
  const api = server({ photo_url: '/api/uploads/p-1' });
  api.change('GET /api/uploads/p-1', () => ({ json: 'pixels' }));
  show();
  expect(await screen.findByRole('img', { name: 'Your view of the problem' })).toHaveAttribute(
    'src',
    'blob:photo',
  );
  expect(api.of('GET /api/uploads/p-1')[0]?.headers.get('Authorization')).toMatch(/^Bearer /);
});

it('shows what was last seen while there is no network', async () => {
  vi.setSystemTime('2026-11-23T09:00:00Z');
  startSession(token());
  const api = server();
  const first = show();
  await screen.findByRole('region', { name: 'Booking' });
  first.unmount();
  api.cut(ONE);
  show();
  expect(await screen.findByText(/^Last seen /)).toBeInTheDocument();
  expect(screen.getByText('1 High Street, SW1A 1AA')).toBeInTheDocument();
});

it('keeps the focus on the button while the live link changes', async () => {
  const user = userEvent.setup();
  const api = server();
  let answer: () => void = () => undefined;
  api.change('POST /api/bookings/C-1/share', async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { status: 201, json: { share_token: 'second' } };
  });
  show();
  const button = await screen.findByRole('button', { name: 'Make a new link' });
  await user.click(button);
  expect(button).toHaveFocus();
  expect(button).toBeEnabled();
  answer();
});

it('lets a job that has begun be stopped', async () => {
  server({ status: 'in_progress' });
  show();
  expect(await screen.findByRole('button', { name: 'Ask us to stop the job' })).toBeInTheDocument();
});
