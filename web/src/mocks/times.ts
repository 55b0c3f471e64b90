// Another time for a booking, and what it costs.
import { repriced, type Window } from './prices';
import type { Schemas } from './route';
import { askToPay, hasPro, moveTo, note, paidPence } from './steps';
import type { DemoBooking } from './world';

/** By card, unless it is a budget that is paid only once a pro has accepted it. */
export const isHeld = (booking: DemoBooking): boolean => booking.method === 'card' && paidPence(booking) > 0;

export const slotOf = ({ id, start, end }: Window): Schemas['BookedSlot'] => ({ id, start, end });

/** Moves the booking, once a dearer time by card is paid. A pro who has it already is paid the difference. */
export async function takeTime(booking: DemoBooking, window: Window): Promise<void> {
  const { amountPence } = await repriced(booking, { slotDeltaGBP: window.deltaGBP });
  const deltaPence = amountPence - booking.amountPence;
  if (!isHeld(booking) || deltaPence <= 0) return moveTo(booking, slotOf(window), window.deltaGBP);
  askToPay(booking, {
    reason: 'time',
    amountPence: hasPro(booking) ? deltaPence : amountPence,
    deltaPence,
    timeslot: slotOf(window),
    deltaGBP: window.deltaGBP,
  });
  note(booking, 'updated');
}
