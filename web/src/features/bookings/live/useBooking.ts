// The booking and its events, polled every few seconds while the page is visible, until the booking has ended.
import { useQuery } from '@tanstack/react-query';
import { type Capability, fetchBooking, fetchBookingEvents, fetchGuestBooking } from '@/api/bookings';
import { fetchBookingByIntent } from '@/api/payments';
import { isRefusal } from '@/api/problem';
import type { Booking, BookingEvent } from '@/api/types';
import { hasEnded } from '../statusAppearance';
import { liveStatus } from './liveStatus';
import type { BookingRef } from './useBookingRef';

/** Milliseconds between two requests. */
const POLL_INTERVAL = 4000;

/** Share links show only the outward code of the address; a cancelled booking carries a reason. */
export type LiveBooking = Booking & { outward_code?: string; cancel_reason?: string };

export function statusOf(booking: Booking) {
  return liveStatus(booking.status, Boolean(booking.assigned_master_id));
}

export function capabilityOf(ref: BookingRef): Capability {
  if (ref.shareToken) return { share: ref.shareToken };
  return ref.guestToken ? { token: ref.guestToken } : {};
}

export function useBooking(ref: BookingRef) {
  return useQuery({
    queryKey: ['booking', ref],
    queryFn: ({ signal }) => load(ref, signal),
    // Keep polling after a failed request, while the page shows the last known state, but not once the server has refused.
    refetchInterval: ({ state }) =>
      isRefusal(state.error) || (state.data && hasEnded(state.data.status)) ? false : POLL_INTERVAL,
    refetchOnWindowFocus: true,
    staleTime: 0,
  });
}

async function load(ref: BookingRef, signal: AbortSignal): Promise<LiveBooking> {
  if (ref.intent) return fetchBookingByIntent(ref.intent, undefined, signal);
  if (ref.id) return { ...(await fetchBooking(ref.id, capabilityOf(ref), signal)), id: ref.id };
  return fetchGuestBooking(ref.guestToken ?? '', signal);
}

/** The events so far, fetched again whenever the booking has moved on. */
export function useBookingEvents(booking: Booking | undefined, ref: BookingRef) {
  return useQuery<BookingEvent[]>({
    queryKey: ['booking-events', booking?.id, booking?.seq ?? booking?.status],
    queryFn: ({ signal }) => fetchBookingEvents(booking?.id ?? '', 0, capabilityOf(ref), signal),
    enabled: booking !== undefined,
    placeholderData: (before) => before,
  });
}
