import type { Capability } from './bookings';
import { call } from './client';
import type { Booking } from './types';

/** What cancelling now would cost, in pence. */
export interface Cancellation {
  feePence: number;
  refundPence: number;
  reason: string;
}

export function fetchCancellation(
  id: string,
  capability: Capability = {},
  signal?: AbortSignal,
): Promise<Cancellation> {
  return call(`/bookings/${encodeURIComponent(id)}/cancellation`, { query: { ...capability }, signal });
}

/** Cancels a booking: by its id for the owner, or by the guest link. */
export function cancelBooking(id: string, guestToken?: string): Promise<Booking> {
  const path = guestToken
    ? `/bookings/guest/${encodeURIComponent(guestToken)}/cancel`
    : `/bookings/${encodeURIComponent(id)}/cancel`;
  return call(path, { method: 'PATCH' });
}
