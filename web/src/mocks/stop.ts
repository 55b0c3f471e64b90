// A job that has begun and that the client asks to stop: the operator decides what the work so far costs.
import { iso } from './clock';
import { Refusal } from './route';
import { cancel, giveBack, note } from './steps';
import { said } from './words';
import type { DemoBooking } from './world';

/** Asking again changes nothing. */
export function askToStop(booking: DemoBooking, text: string): void {
  const words = said(text);
  if (booking.status !== 'in_progress')
    throw new Refusal(409, 'not_in_progress', 'This is possible only while the work is going on.');
  if (booking.stop) return;
  booking.stop = { text: words, askedAt: iso(Date.now()) };
  note(booking, 'stop_asked');
}

/** The client pays a share of the price, and gets the rest back. What is paid in cash is between client and pro. */
export function stop(booking: DemoBooking, share: number, words: string): void {
  const feePence = booking.method === 'cash' ? 0 : Math.round(booking.amountPence * share);
  booking.stop = { ...booking.stop, words };
  giveBack(booking, booking.amountPence - feePence);
  cancel(booking, 'stopped', feePence);
}
