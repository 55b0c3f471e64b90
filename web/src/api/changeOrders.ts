// Extra work or parts: the pro of a job suggests them, and the client approves or declines.
import type { Capability } from './bookings';
import { call } from './client';
import type { Job } from './jobs';
import type { Verdict } from './search';
import type { Booking, ExtraLine } from './types';

const pathOf = (bookingId: string, number?: number) =>
  `/bookings/${encodeURIComponent(bookingId)}/change-orders${number === undefined ? '' : `/${number}`}`;

/** What a pro suggests. */
export interface NewExtra {
  lines: ExtraLine[];
  note?: string | undefined;
}

/** 409 `illegal_transition` unless the job is in progress, `change_order_open`, `cash_limit`; 422 on `lines`, `lines.0.text`,
 *  `lines.0.amountPence` and `note`. */
export function suggestExtra(bookingId: string, extra: NewExtra, idempotencyKey: string): Promise<Job> {
  return call(pathOf(bookingId), { method: 'POST', json: extra, as: 'person', idempotencyKey });
}

/** The pro takes it back. 409 `no_change_order` once it was approved. */
export function withdrawExtra(bookingId: string, number: number): Promise<Job> {
  return call(pathOf(bookingId, number), { method: 'POST', json: { action: 'withdraw' }, as: 'person' });
}

/** Once approved by card, the booking is `payment_due`. 409 `no_change_order`, `payment_due`. */
export function answerExtra(
  bookingId: string,
  number: number,
  action: Verdict,
  capability: Capability = {},
): Promise<Booking> {
  return call(pathOf(bookingId, number), { method: 'POST', query: { ...capability }, json: { action } });
}
