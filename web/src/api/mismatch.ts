// A job that is not what was booked: its pro says so, and the client chooses what to do.
import type { Capability } from './bookings';
import { call } from './client';
import type { Job } from './jobs';
import type { Booking, MismatchChoice } from './types';

const pathOf = (bookingId: string, number?: number) =>
  `/bookings/${encodeURIComponent(bookingId)}/not-as-booked${number === undefined ? '' : `/${number}`}`;

/** What a pro says. */
export interface NewMismatch {
  text: string;
  photoUrl: string;
  /** Whole pounds that the client would pay in all. */
  price?: number | undefined;
}

/** 409 `illegal_transition` unless the job is in progress, `mismatch_open`, `mismatch_limit`, `change_order_open`, `cash_limit`; 422 on `text`, `photoUrl`,
 *  `price`. */
export function reportMismatch(bookingId: string, said: NewMismatch, idempotencyKey: string): Promise<Job> {
  return call(pathOf(bookingId), { method: 'POST', json: said, as: 'person', idempotencyKey });
}

/** The pro takes it back. 409 `no_mismatch` once the client has chosen. */
export function withdrawMismatch(bookingId: string, number: number): Promise<Job> {
  return call(pathOf(bookingId, number), { method: 'POST', json: { action: 'withdraw' }, as: 'person' });
}

/** By card the other price makes the booking `payment_due`. 409 `no_mismatch`, `too_late`, `no_price`, `payment_due`. */
export function chooseMismatch(
  bookingId: string,
  number: number,
  action: MismatchChoice,
  capability: Capability = {},
): Promise<Booking> {
  return call(pathOf(bookingId, number), { method: 'POST', query: { ...capability }, json: { action } });
}
