// What may change in a booking after it was made: a higher price, another time, and the pro's answer to that.
import type { Capability } from './bookings';
import { call } from './client';
import type { Job } from './jobs';
import type { Booking, BookingTime } from './types';

const pathOf = (id: string, what: string) => `/bookings/${encodeURIComponent(id)}/${what}`;

/** Whole pounds more. By card the booking is `payment_due` and the old price stands until that is paid. 409 `payment_required` once the card is
 *  no longer held. */
export function raisePrice(id: string, deltaGBP: number, idempotencyKey: string): Promise<Booking> {
  return call(pathOf(id, 'raise-price'), { method: 'POST', json: { deltaGBP }, idempotencyKey });
}

/** The times to which a booking can be moved, each with its price. */
export function fetchTimes(
  id: string,
  capability: Capability = {},
  signal?: AbortSignal,
): Promise<BookingTime[]> {
  return call(pathOf(id, 'times'), { query: { ...capability }, signal });
}

/** Moves a booking, or suggests the time to its pro. A dearer time by card is `payment_due`. 409 `slot_gone`, `pro_busy`, `payment_required`;
 *  403 `sign_in` for a dearer time by guest link. */
export function reschedule(id: string, timeslotId: string, guestToken?: string): Promise<Booking> {
  const path = guestToken
    ? `/public/bookings/${encodeURIComponent(guestToken)}/reschedule`
    : pathOf(id, 'reschedule');
  return call(path, { method: 'PATCH', json: { timeslotId } });
}

/** The assigned pro's answer to a suggested time. 409 `no_suggestion`, `slot_gone`; 403 `not_eligible`. */
export function answerSuggestion(id: string, action: 'accept' | 'decline'): Promise<Job> {
  return call(pathOf(id, 'suggested-time'), { method: 'POST', json: { action }, as: 'person' });
}
