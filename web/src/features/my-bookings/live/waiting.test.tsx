// What the live page asks of the client: an answer to a proposal, another try, a report.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Booking, BookingProposal } from '@/api/types';
import { noteReached } from '@/shared/connection';
import { startSession } from '@/shared/session';
import { type FakeAnswer, problem } from '@/test/fakeApi';
import { token } from '@/test/token';
import { booking } from '../testing';
import { openLive } from './testing';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', async (original) => ({ ...(await original<typeof import('@/ui')>()), toast }));

const ONE = 'GET /api/bookings/C-1';
const ANSWER = 'POST /api/bookings/C-1/proposal';
const RETRY = 'POST /api/bookings/C-1/retry';
const REACH = 'GET /api/bookings/C-1/reach';
const NO_SHOW = 'POST /api/bookings/C-1/no-show';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T10:20:00Z') });
  toast.mockClear();
  startSession(token());
});
afterEach(() => {
  vi.useRealTimers();
  noteReached();
});

const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
const press = async (name: string) => user().click(await screen.findByRole('button', { name }));

const EVENTS = 'GET /api/bookings/C-1/events';
const assigned = () => ({ json: [{ seq: 3, type: 'assigned', at: '2026-11-20T10:00:00Z', data: {} }] });

const open = (change: Partial<Booking>, answers: Record<string, () => FakeAnswer> = {}, address?: string) =>
  openLive({ ...booking, ...change }, { [EVENTS]: assigned, ...answers }, address);

describe('a proposal', () => {
  const proposal: BookingProposal = {
    amountPence: 14_700,
    deltaPence: 3950,
    message: 'The valve needs an access panel.',
    masterName: 'Sam O.',
    approved: false,
    until: '2026-11-20T10:30:00Z',
  };
  const waiting: Partial<Booking> = { status: 'accepted', proposal };
  const due = { amountPence: 14_700, until: '2026-11-20T10:45:00Z' };

  it('shows who, what it adds up to, why, and the time that is left', async () => {
    open(waiting);
    const card = within(await screen.findByRole('region', { name: 'Sam O. can come, for £39.50 more' }));
    for (const text of ['£107.50', '+£39.50', '£147.00', '“The valve needs an access panel.”'])
      expect(card.getByText(text)).toBeInTheDocument();
    expect(card.getByText('Please answer by 10:30.')).toBeInTheDocument();
    expect(card.getByRole('timer')).toHaveTextContent(/^(10:00|9:5\d) left$/);
    await vi.advanceTimersByTimeAsync(60_000);
    await waitFor(() => expect(card.getByRole('timer')).toHaveTextContent(/^8:5\d left$/));
  });

  it('once approved by card leads to the payment, through the guest link too', async () => {
    const api = open(
      waiting,
      {
        [ANSWER]: () => ({
          json: {
            ...booking,
            status: 'accepted',
            proposal: { ...proposal, approved: true, until: due.until },
            payment_due: due,
          },
        }),
      },
      '/b/g-token',
    );
    await press('Approve £147');
    expect(await screen.findByRole('link', { name: 'Pay £147.00 by 10:45' })).toHaveAttribute(
      'href',
      '/pay/C-1?token=g-token',
    );
    expect(api.of(ANSWER)[0]?.body).toEqual({ action: 'approve' });
    expect(api.of(ANSWER)[0]?.query.get('token')).toBe('g-token');
    expect(screen.getByRole('heading', { name: 'Sam O. is waiting for your payment' })).toHaveFocus();
    expect(screen.getAllByRole('link', { name: /^Pay/ })).toHaveLength(1);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'Sam O. is waiting for your payment. The price is agreed. Pay £147.00 by 10:45.',
    );
  });

  it('that is declined has the search go on', async () => {
    const api = open(waiting, { [ANSWER]: () => ({ json: booking }) });
    await press('Decline');
    expect(await screen.findByText("Thanks! We're matching you now")).toBeInTheDocument();
    expect(api.of(ANSWER)[0]?.body).toEqual({ action: 'decline' });
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('stays with what went wrong beside its buttons', async () => {
    open(waiting, { [ANSWER]: () => problem(503, 'unavailable') });
    await press('Approve £147');
    expect(await screen.findByText('Your answer could not be sent. Please try again.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Approve £147' })).toBeEnabled();
  });

  it('that has ended says so when it is answered', async () => {
    const api = open(waiting, { [ANSWER]: () => problem(409, 'no_proposal', { detail: 'There is none.' }) });
    const approve = await screen.findByRole('button', { name: 'Approve £147' });
    api.change(ONE, () => ({ json: booking }));
    await user().click(approve);
    expect(await screen.findByText("Thanks! We're matching you now")).toBeInTheDocument();
    expect(toast).toHaveBeenCalledWith('There is none.', { tone: 'bad' });
  });

  it('is a payment alone when a pro has accepted the budget', async () => {
    const budget = { ...proposal, amountPence: 8000, deltaPence: 0, approved: true };
    open({ status: 'accepted', proposal: budget, payment_due: { ...due, amountPence: 8000 } });
    expect(
      await screen.findByText('A pro has accepted your budget. Pay now: £80.00 by 10:30.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Pay £80.00 by 10:45' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
  });

  it('is not shown to whoever has a share link', async () => {
    open(waiting, {}, '/booking/C-1?t=share-link');
    expect(await screen.findByText('Looking for a pro')).toBeInTheDocument();
    expect(screen.queryByText(/Sam O\./)).not.toBeInTheDocument();
  });
});

describe('no response', () => {
  it('asks for the card once the money was let go', async () => {
    const card = { money: 'released' } as const;
    open({ status: 'no_response', card }, { [REACH]: reach });
    expect(await screen.findByRole('button', { name: 'Pay and try again' })).toBeInTheDocument();
    const asks = /Your £107.50 was released\. Trying again asks for your card\./;
    expect(screen.getByText(asks)).toBeInTheDocument();
  });

  it('asks for it, too, once the time is over for which the page saw it kept', async () => {
    const card = { money: 'held', until: '2000-01-01T00:00:00+00:00' } as const;
    open({ status: 'no_response', card }, { [REACH]: reach });
    expect(await screen.findByRole('button', { name: 'Pay and try again' })).toBeInTheDocument();
  });

  const reach = () => ({ json: { pros: 14 } });

  it('is tried again within the radius of the slider, which says how many that could reach', async () => {
    const api = open({ status: 'no_response' }, { [REACH]: reach, [RETRY]: () => ({ json: booking }) });
    expect(await screen.findByText('14 pros within 25 km can be asked')).toBeInTheDocument();
    const slider = screen.getByRole('slider', { name: 'Search radius' });
    api.change(REACH, () => ({ json: { pros: 1 } }));
    for (const value of ['30', '35', '40']) fireEvent.change(slider, { target: { value } });
    expect(screen.queryByText(/can be asked/)).not.toBeInTheDocument();
    expect(await screen.findByText('1 pro within 40 km can be asked')).toBeInTheDocument();
    expect(api.of(REACH).map(({ query }) => query.get('radiusKm'))).toEqual(['25', '40']);
    await press('Try again');
    expect(await screen.findByText("Thanks! We're matching you now")).toBeInTheDocument();
    expect(api.of(RETRY)[0]?.body).toEqual({ radiusKm: 40 });
    expect(toast).toHaveBeenCalledWith('We now ask pros within 40 km', { tone: 'good' });
  });

  it('says why it cannot be tried again, and offers to book again', async () => {
    const detail = 'This time is no longer available. Please choose another one.';
    open(
      { status: 'no_response' },
      {
        [REACH]: () => problem(500, 'internal'),
        [RETRY]: () => problem(409, 'slot_gone', { detail }),
      },
    );
    await press('Try again');
    expect(await screen.findByText(detail)).toBeInTheDocument();
    expect(screen.queryByText(/can be asked/)).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Book again' })).toHaveAttribute('href', '/booking/repeat/C-1');
  });

  it('leads to the card page when the card is no longer held', async () => {
    open({ status: 'no_response' }, { [REACH]: reach, [RETRY]: () => problem(409, 'payment_required') });
    await press('Try again');
    expect(await screen.findByText('The card page')).toBeInTheDocument();
  });

  it('cannot be changed by whoever has a share link', async () => {
    const api = open({ status: 'no_response' }, { [REACH]: reach }, '/booking/C-1?t=share-link');
    await screen.findByText("We couldn't reach a pro in time");
    expect(screen.queryByRole('slider')).not.toBeInTheDocument();
    expect(api.of(REACH)).toHaveLength(0);
  });
});

describe('broadening the search', () => {
  const matching = { wave: 1, asked: 3, radiusKm: 15, until: '2026-11-20T10:31:00Z' };

  it('asks 10 km further away', async () => {
    const api = open({ matching }, { [RETRY]: () => ({ json: { ...booking, matching } }) });
    await press('Broaden search area');
    await waitFor(() => expect(api.of(RETRY)[0]?.body).toEqual({ radiusKm: 25 }));
  });

  it.each([
    ['before a wave was sent', undefined],
    ['when there is nothing further', { ...matching, radiusKm: 60 }],
  ])('is not offered %s', async (_, progress) => {
    open(progress ? { matching: progress } : {});
    await screen.findByText("Thanks! We're matching you now");
    expect(screen.queryByRole('button', { name: 'Broaden search area' })).not.toBeInTheDocument();
  });
});

describe('a higher price', () => {
  const RAISE = 'POST /api/bookings/C-1/raise-price';

  it('has the search begin anew when there was no response', async () => {
    const raised = { ...booking, amount_pence: 11_250 };
    const api = open(
      { status: 'no_response' },
      { [REACH]: () => ({ json: { pros: 3 } }), [RAISE]: () => ({ json: raised }) },
    );
    await press('Raise Price');
    const dialog = within(screen.getByRole('dialog', { name: 'Raise your offer' }));
    await user().click(dialog.getByRole('button', { name: '+£5' }));
    await user().click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText("Thanks! We're matching you now")).toBeInTheDocument();
    expect(api.of(RAISE)[0]?.body).toEqual({ deltaGBP: 5 });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByText('£112.50')).toBeInTheDocument();
  });

  it.each([
    ['while pros are asked', '/booking/C-1', 1],
    ['not by guest link', '/b/g-token', 0],
    ['not by share link', '/booking/C-1?t=share-link', 0],
  ])('is offered %s', async (_, address, buttons) => {
    open({}, {}, address);
    await screen.findByText(/matching you now|Looking for a pro/);
    expect(screen.queryAllByRole('button', { name: 'Raise Price' })).toHaveLength(buttons);
  });
});

describe('a pro who did not come', () => {
  const REPORT = "Report that your pro didn't come";
  const window = { id: 's', start: '2026-11-20T08:00:00Z', end: '2026-11-20T10:21:00Z' };
  const assigned: Partial<Booking> = { status: 'assigned', assigned_master_id: 'm-1', timeslot: window };
  const cancelled = { ...booking, status: 'cancelled', cancel_reason: 'pro_no_show' };

  it('is reported from the end of the window, once the client knows that everything is refunded', async () => {
    const api = open(assigned, { [NO_SHOW]: () => ({ json: cancelled }) });
    await screen.findByText('Your pro has been assigned');
    expect(screen.queryByRole('button', { name: REPORT })).not.toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(75_000);
    await press(REPORT);
    expect(screen.getByText(/Everything you paid is refunded\.$/)).toBeInTheDocument();
    expect(api.of(NO_SHOW)).toHaveLength(0);
    await press('Report and cancel');
    expect(await screen.findByText("Your pro didn't come. We are sorry.")).toBeInTheDocument();
    expect(screen.getByText('Your £107.50 is refunded. You pay nothing.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Book again' })).toHaveAttribute('href', '/booking/repeat/C-1');
  });

  it('is reported later where the pro has said that they are late', async () => {
    const late = {
      minutes: 20,
      saidAt: '2026-11-20T10:00:00Z',
      until: '2026-11-20T10:20:00Z',
      noShowFrom: '2026-11-20T10:22:00Z',
    };
    open({ ...assigned, running_late: late });
    expect(
      await screen.findByText(/about 20 minutes late: they expect to be there by 10:20 \(said at 10:00\)/),
    ).toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(70_000);
    expect(screen.queryByRole('button', { name: REPORT })).not.toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(66_000);
    expect(await screen.findByRole('button', { name: REPORT })).toBeInTheDocument();
  });

  it('of an emergency is reported an hour after the assignment', async () => {
    vi.setSystemTime('2026-11-20T10:59:50Z');
    open({ ...assigned, urgency: 'EMERGENCY' }, { [NO_SHOW]: () => problem(409, 'too_early') });
    await screen.findByText('Your pro has been assigned');
    expect(screen.queryByRole('button', { name: REPORT })).not.toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(16_000);
    await press(REPORT);
    await press('Report and cancel');
    expect(await screen.findByText('too_early.')).toBeInTheDocument();
  });
});

describe('a review', () => {
  const REVIEW = 'POST /api/bookings/C-1/review';
  const done: Partial<Booking> = {
    status: 'completed',
    assigned_master_id: 'm-1',
    assigned_master_name: 'Sam O.',
    review_until: '2026-11-27T10:20:00Z',
  };
  const written = { status: 201, json: { rating: 5, text: 'Neat work', created_at: '2026-11-20T10:20:00Z' } };

  it('is written by whoever has the guest link, once the job is done', async () => {
    const api = open(done, {}, '/b/g-token');
    api.change(REVIEW, () => {
      const { review_until: _, ...rest } = { ...booking, ...done };
      api.change('GET /api/b/g-token', () => ({ json: { ...rest, review: written.json } }));
      return written;
    });
    await user().click(await screen.findByRole('radio', { name: '5 stars' }));
    expect(screen.getByRole('group', { name: 'How was Sam O.?' })).toBeInTheDocument();
    await user().type(screen.getByLabelText(/^What should others know/), 'Neat work');
    await press('Send review');
    expect(await screen.findByRole('heading', { name: 'Your review' })).toBeInTheDocument();
    expect(api.of(REVIEW)[0]?.body).toEqual({ rating: 5, text: 'Neat work' });
    expect(api.of(REVIEW)[0]?.query.get('token')).toBe('g-token');
  });

  it('is not for whoever has a share link', async () => {
    open(done, {}, '/booking/C-1?t=share-link');
    await screen.findByText('Job completed');
    expect(screen.queryByRole('heading', { name: 'Leave a review' })).not.toBeInTheDocument();
  });
});
