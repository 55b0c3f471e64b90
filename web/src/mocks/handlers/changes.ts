// What may change before the pro comes: price, time, how far is asked.
import { poundsToPence } from '@/shared/money';
import { bookingByLink, bookingOf } from '../access';
import { repriced, windowOf, windows } from '../prices';
import { Refusal, route, type Schemas } from '../route';
import { agree, approve, askToPay, hasPro, move, note } from '../steps';
import { isHeld, slotOf, takeTime } from '../times';
import { bookingView } from '../views';
import type { DemoBooking } from '../world';

async function raise(booking: DemoBooking, deltaPence: number): Promise<Schemas['Booking']> {
  if (booking.status !== 'pending')
    throw new Refusal(409, 'illegal_transition', 'A pro has your job already.');
  if (isHeld(booking)) {
    askToPay(booking, { reason: 'raise', amountPence: booking.amountPence + deltaPence, deltaPence });
  } else await agree(booking, deltaPence);
  note(booking, 'updated');
  return bookingView(booking);
}

async function reschedule(
  booking: DemoBooking,
  { timeslotId }: Schemas['NewTime'],
): Promise<Schemas['Booking']> {
  const window = await windowOf(timeslotId);
  if (hasPro(booking)) {
    booking.suggestion = { timeslot: slotOf(window), deltaGBP: window.deltaGBP, since: Date.now() };
    note(booking, 'updated');
  } else await takeTime(booking, window);
  return bookingView(booking);
}

async function timesOf(booking: DemoBooking): Promise<Schemas['BookingTime'][]> {
  const free = await windows(true);
  return Promise.all(
    free.map(async ({ id, start, end, isRecommended, priceDelta }) => {
      const { amountPence } = await repriced(booking, { slotDeltaGBP: priceDelta });
      return { id, start, end, isRecommended, amountPence, deltaPence: amountPence - booking.amountPence };
    }),
  );
}

export const changeHandlers = [
  route('post', '/api/bookings/{id}/raise-price', (call) =>
    raise(bookingOf(call), poundsToPence(call.body.deltaGBP ?? 0)),
  ),
  route('get', '/api/bookings/{id}/times', (call) => timesOf(bookingOf(call))),
  route('patch', '/api/bookings/{id}/reschedule', (call) => reschedule(bookingOf(call), call.body)),
  route('patch', '/api/public/bookings/{guestToken}/reschedule', ({ value, body }) =>
    reschedule(bookingByLink(value('guestToken')), body),
  ),
  route('post', '/api/bookings/{id}/proposal', async (call) => {
    const booking = bookingOf(call);
    if (!booking.proposal) throw new Refusal(409, 'no_proposal', 'There is nothing to answer any more.');
    if (call.body.action === 'approve') await approve(booking);
    else {
      delete booking.proposal;
      move(booking, 'pending');
    }
    return bookingView(booking);
  }),
  route('get', '/api/bookings/{id}/reach', ({ value }) => ({
    pros: Math.round(Number(value('radiusKm')) / 3),
  })),
  route('post', '/api/bookings/{id}/retry', (call) => {
    const booking = bookingOf(call);
    move(booking, 'pending');
    return bookingView(booking);
  }),
  route('post', '/api/matching/start', ({ body, value, caller }) => {
    bookingOf({ value, caller }, body.booking_id);
    return { ok: true };
  }),
];
