import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Booking } from '@/api/types';
import { noteReached } from '@/shared/connection';
import { fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
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

afterEach(() => {
  vi.useRealTimers();
  noteReached();
  localStorage.clear();
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

  it('says in its timeline how the work began and ended', async () => {
    const api = server({ status: 'completed', work: { completion_photos: [] } });
    const at = '2026-11-20T11:30:00+00:00';
    api.change('GET /api/bookings/C-1/events', () => ({
      json: [
        ...events,
        { seq: 3, type: 'in_progress', at, data: {} },
        { seq: 4, type: 'completed', at, data: { photos: 1 } },
      ],
    }));
    show();
    const progress = within(await screen.findByRole('region', { name: 'Progress' }));
    expect(await progress.findByText('Begun with your start code')).toBeInTheDocument();
    expect(progress.getByText('1 photo of the finished work')).toBeInTheDocument();
  });

  it('tells nothing of the work to whoever has a share link', async () => {
    const api = server({ status: 'in_progress' });
    const event = { seq: 3, type: 'in_progress', at: '2026-11-20T11:30:00+00:00', data: {} };
    api.change('GET /api/bookings/C-1/events', () => ({ json: [...events, event] }));
    show('/booking/C-1?t=share-link');
    expect(await screen.findByText('Fri 20 Nov, 11:30')).toBeInTheDocument();
    expect(screen.queryByText(/start code/)).not.toBeInTheDocument();
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
    const api = fakeApi({ 'GET /api/bookings/C-1': () => problem(500, 'internal') });
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
    expect(screen.getByText('Looking for a pro')).toBeInTheDocument();
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
    await screen.findByText('Looking for a pro');
    api.change('GET /api/bookings/C-1', () => problem(401, 'unauthorised'));
    await vi.advanceTimersByTimeAsync(4500);
    expect(await screen.findByText('Failed to load booking')).toBeInTheDocument();
    expect(screen.queryByText('Leak / tap issue')).not.toBeInTheDocument();
    const soFar = api.of('GET /api/bookings/C-1').length;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(api.of('GET /api/bookings/C-1')).toHaveLength(soFar);
  });
});

describe('the pro', () => {
  it('is shown from the assignment on, with photo and phone', async () => {
    server({
      status: 'assigned',
      assigned_master_id: 'm-1',
      assigned_master_name: 'Paul P.',
      assigned_master_phone: '+447700900456',
      assigned_master_photo: '/api/masters/m-1/avatar',
      assigned_master_verified: true,
    });
    show();
    const card = await screen.findByRole('region', { name: 'Your pro' });
    expect(card).toHaveTextContent('Paul P.Verified');
    expect(card.querySelector('img')).toHaveAttribute('src', '/api/masters/m-1/avatar');
    expect(within(card).getByRole('link', { name: 'Call Paul P.' })).toHaveAttribute(
      'href',
      'tel:+447700900456',
    );
  });

  it('is a first name to whoever has a share link', async () => {
    fakeApi({
      'GET /api/bookings/C-1': () => ({
        json: {
          status: 'confirmed',
          readable_name: 'Leak',
          outward_code: 'SW1A',
          assigned_master_name: 'Paul',
        },
      }),
      'GET /api/bookings/C-1/events': () => ({ json: events }),
    });
    show('/booking/C-1?t=share-link');
    expect(await screen.findByRole('region', { name: 'Your pro' })).toHaveTextContent('Paul');
    expect(screen.getByText('Your pro has been assigned')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /^Call / })).not.toBeInTheDocument();
  });
});

describe('a job that is done', () => {
  it('has receipt and booking again first, by the guest link, too', async () => {
    const go = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const api = fakeApi({
      'GET /api/b/g-token': () => ({ json: { ...booking, status: 'completed', assigned_master_id: 'm-1' } }),
      'GET /api/bookings/C-1/events': () => ({ json: events }),
      'POST /api/events/ticket': () => ({ status: 201, json: { ticket: 'once' } }),
    });
    show('/b/g-token');
    await userEvent.click(await screen.findByRole('button', { name: 'Receipt' }));
    await waitFor(() => expect(go).toHaveBeenCalledWith('/booking/C-1/receipt?t=once'));
    expect(api.of('POST /api/events/ticket')[0]?.body).toEqual({ bookingId: 'C-1', token: 'g-token' });
    expect(screen.getByRole('link', { name: 'Book again' })).toHaveAttribute(
      'href',
      '/booking/repeat/C-1?token=g-token',
    );
  });

  it('offers neither to whoever has a share link', async () => {
    server({ status: 'completed' });
    show('/booking/C-1?t=share-link');
    expect(await screen.findByText('Job completed')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Receipt' })).not.toBeInTheDocument();
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

describe('what a browser may not show', () => {
  it.each([
    ['/booking/C-1', 'GET /api/bookings/C-1', 401],
    ['/b/g-token', 'GET /api/b/g-token', 404],
  ] as const)('%s offers to sign in and a new link', async (address, route, status) => {
    const user = userEvent.setup();
    const api = fakeApi({
      [route]: () => problem(status, status === 401 ? 'unauthorised' : 'not_found'),
      'POST /api/bookings/link': () => ({ status: 202, json: { ok: true } }),
    });
    show(address);
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeInTheDocument();
    const send = screen.getByRole('button', { name: 'Send me a new link' });
    await user.click(send);
    expect(await screen.findByText('Please enter your email or UK mobile.')).toBeInTheDocument();
    await user.type(screen.getByLabelText(/Email or UK mobile/), ' Priya@Example.com ');
    await user.click(send);
    expect(await screen.findByText(/the link is on its way/)).toBeInTheDocument();
    expect(api.of('POST /api/bookings/link')[0]?.body).toEqual({ email: 'priya@example.com' });
  });
});

describe('the links of a booking', () => {
  it('are given to its owner, and to whoever has the guest link', async () => {
    server({ guest_token: 'guest-link', share_token: 'share-link' });
    show();
    expect(await screen.findByRole('button', { name: 'Copy my booking link' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Share live status' })).toBeInTheDocument();
  });
});

describe('money', () => {
  it('is let go when a booking is cancelled, and no steps are ahead', async () => {
    server({ status: 'cancelled' });
    show();
    expect(await screen.findByText('Your £107.50 hold is released. You pay nothing.')).toBeInTheDocument();
    await screen.findByText('Fri 20 Nov, 10:02');
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('Booked'),
      expect.stringContaining('Matching'),
    ]);
  });

  it('names the fee that cancelling cost', async () => {
    const api = server({ status: 'cancelled' });
    api.change('GET /api/bookings/C-1/events', () => ({
      json: [...events, { seq: 3, type: 'cancelled', at: '2026-11-20T11:00:00Z', data: { feePence: 5375 } }],
    }));
    show();
    expect(await screen.findByText(/^Cancelling cost £53.75/)).toBeInTheDocument();
  });

  it('that is due leads to the card page, with the guest’s token', async () => {
    const due = { amountPence: 9000, until: '2026-11-24T11:00:00+00:00' };
    fakeApi({
      'GET /api/b/g-token': () => ({ json: { ...booking, payment_due: due } }),
      'GET /api/bookings/C-1/events': () => ({ json: events }),
    });
    show('/b/g-token');
    expect(await screen.findByRole('link', { name: 'Pay £90' })).toHaveAttribute(
      'href',
      '/pay/C-1?token=g-token',
    );
  });
});

describe('entry instructions', () => {
  it('are open for whoever follows a link to them', async () => {
    server({ entry_info: 'Buzzer 3' });
    show('/booking/C-1?focus=entry');
    expect(await screen.findByRole('dialog', { name: 'Entry instructions' })).toBeInTheDocument();
  });

  const change = 'PATCH /api/bookings/C-1';

  it('are saved by the owner, with the second address line', async () => {
    const user = userEvent.setup();
    const api = server();
    api.change(change, () => ({ json: booking }));
    show();
    await user.click(await screen.findByRole('button', { name: 'Add entry instructions' }));
    await user.type(screen.getByRole('textbox', { name: /^Entry instructions/ }), 'Buzzer 3');
    await user.type(screen.getByLabelText(/^Flat, floor/), 'Flat 3');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(api.of(change)[0]?.body).toEqual({ entry_info: 'Buzzer 3', address_line2: 'Flat 3' });
  });

  it('are sent once by a double tap', async () => {
    const user = userEvent.setup();
    const api = server();
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    api.change(change, () => answered.then(() => ({ json: booking })));
    show();
    await user.click(await screen.findByRole('button', { name: 'Add entry instructions' }));
    await user.type(screen.getByRole('textbox', { name: /^Entry instructions/ }), 'Buzzer 3');
    await user.dblClick(screen.getByRole('button', { name: 'Save' }));
    answer();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(api.of(change)).toHaveLength(1);
  });

  it('are all that a guest link changes', async () => {
    const user = userEvent.setup();
    const api = fakeApi({
      'GET /api/b/g-token': () => ({ json: { ...booking, entry_info: 'Buzzer 3' } }),
      'GET /api/bookings/C-1/events': () => ({ json: events }),
      [change]: () => problem(409, 'ended'),
    });
    show('/b/g-token');
    await user.click(await screen.findByRole('button', { name: 'Change entry instructions' }));
    expect(screen.queryByLabelText(/^Flat, floor/)).not.toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: /^Entry instructions/ }), '4');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('ended.')).toBeInTheDocument();
    expect(api.of(change)[0]?.body).toEqual({ entry_info: 'Buzzer 34' });
    expect(api.of(change)[0]?.query.get('token')).toBe('g-token');
  });

  it('behind a link by text are shown once the postcode is typed', async () => {
    const user = userEvent.setup();
    const api = fakeApi({
      'GET /api/b/g-token': () => ({ json: { ...booking, entry_info_hidden: true } }),
      'GET /api/bookings/C-1/events': () => ({ json: events }),
      'POST /api/b/g-token/unlock': () => problem(422, 'wrong_postcode'),
    });
    show('/b/g-token');
    await user.type(await screen.findByLabelText('Type the postcode to see the entry notes'), 'SW1A 1AA');
    await user.click(screen.getByRole('button', { name: 'Show entry notes' }));
    expect(await screen.findByText('wrong_postcode.')).toBeInTheDocument();
    const open = { ...booking, entry_info: 'Buzzer 3' };
    api.change('POST /api/b/g-token/unlock', () => ({ json: open }));
    api.change('GET /api/b/g-token', () => ({ json: open }));
    await user.click(screen.getByRole('button', { name: 'Show entry notes' }));
    expect(await screen.findByText('Buzzer 3')).toBeInTheDocument();
  });
});

describe('without a network', () => {
  it('shows what was last seen of the booking, and asks again once the network is back', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-22T09:00:00Z') });
    const api = server({ timeslot: { id: 's', start: '2026-11-24T11:00:00Z', end: '2026-11-24T13:00:00Z' } });
    const first = show();
    await screen.findByText("Thanks! We're matching you now");
    first.unmount();
    api.cut('GET /api/bookings/C-1');
    show();
    expect(await screen.findByText('Last seen Sun 09:00')).toBeInTheDocument();
    expect(screen.getByText('1 High Street, SW1A 1AA')).toBeInTheDocument();
    expect(screen.getByText('Tue 24 Nov, 11:00–13:00')).toBeInTheDocument();
    const soFar = api.of('GET /api/bookings/C-1').length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(api.of('GET /api/bookings/C-1')).toHaveLength(soFar);
    api.change('GET /api/bookings/C-1', () => ({ json: booking }));
    noteReached();
    expect(await screen.findByText("Thanks! We're matching you now")).toBeInTheDocument();
  });
});
