// A client who does not open: the pro says that they are at the door, waits, and reports it; the operator decides what the visit costs.
import { iso, SECOND } from './clock';
import { callOutOf } from './prices';
import { Refusal, type Schemas } from './route';
import { cancel, note, tellPro } from './steps';
import { said, wrong } from './words';
import type { DemoBooking } from './world';

/** A quarter of an hour with the server. */
const WAIT = 10 * SECOND;
const LONGEST = 500;

/** In the demonstration nobody waits for the window: a pro who has set off is there at once. */
export function visitView(booking: DemoBooking): Pick<Schemas['Job'], 'not_home' | 'at_the_door_from'> {
  const { status, since, notHome } = booking;
  // What was not decided by then ends with the client who opens after all.
  if (notHome?.verdict) return { not_home: notHome };
  if (status !== 'en_route') return {};
  return notHome ? { not_home: notHome } : { at_the_door_from: iso(since) };
}

function checkOnTheWay({ status }: DemoBooking): void {
  if (status !== 'en_route') throw new Refusal(409, 'illegal_transition', 'This job has moved on meanwhile.');
}

/** The same again changes nothing. */
export function arrive(booking: DemoBooking): void {
  checkOnTheWay(booking);
  if (booking.notHome) return;
  const now = Date.now();
  booking.notHome = { arrivedAt: iso(now), reportFrom: iso(now + WAIT), amountPence: 0 };
  note(booking, 'at_the_door');
}

export function reportNotHome(booking: DemoBooking, told: string): void {
  checkOnTheWay(booking);
  const text = said(told);
  if (text.length > LONGEST) throw wrong('text', 'Please keep it to 500 characters.');
  const { notHome } = booking;
  if (!notHome) throw new Refusal(409, 'not_arrived', 'Say first that you are at the door.');
  if (notHome.text === text) return;
  if (notHome.text) throw new Refusal(409, 'already_reported', 'You have told us about this visit already.');
  if (Date.now() < Date.parse(notHome.reportFrom ?? ''))
    throw new Refusal(409, 'too_early', 'Please wait at the door a little longer.');
  const { arrivedAt, amountPence } = notHome;
  booking.notHome = { arrivedAt, amountPence, text, reportedAt: iso(Date.now()) };
  note(booking, 'not_home');
}

/** The client pays the call-out share of the price; nothing of a job in cash. */
export async function chargeVisit(booking: DemoBooking, words: string): Promise<void> {
  const amountPence = booking.method === 'cash' ? 0 : await callOutOf(booking);
  booking.notHome = { ...booking.notHome, verdict: 'charged', words, amountPence };
  cancel(booking, 'not_home', amountPence);
  tellPro('updated', { bookingId: booking.id });
}
