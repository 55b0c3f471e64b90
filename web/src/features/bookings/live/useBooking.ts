// The booking and its events, asked for every few seconds while the page is visible, until the booking has ended.
import { useQuery } from '@tanstack/react-query';
import { type Capability, fetchBooking, fetchBookingEvents, fetchGuestBooking } from '@/api/bookings';
import { fetchBookingByIntent } from '@/api/payments';
import { isRefusal } from '@/api/problem';
import type { Booking, BookingEvent } from '@/api/types';
import { hasEnded } from '../faces';
import { liveStatus } from './statusFaces';
import type { BookingRef } from './useBookingRef';

/** Milliseconds between two questions. */
const EVERY = 4000;

/** A share viewer gets the outward code in place of the address; a cancelled booking says why. */
export type SeenBooking = Booking & { outward_code?: string; cancel_reason?: string };

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
    // Also the failed question is asked again: the last known state stays on the page meanwhile. A refusal stays one.
    refetchInterval: ({ state }) =>
      isRefusal(state.error) || (state.data && hasEnded(state.data.status)) ? false : EVERY,
    refetchOnWindowFocus: true,
    staleTime: 0,
  });
}

async function load(ref: BookingRef, signal: AbortSignal): Promise<SeenBooking> {
  if (ref.intent) return fetchBookingByIntent(ref.intent, undefined, signal);
  if (ref.id) return { ...(await fetchBooking(ref.id, capabilityOf(ref), signal)), id: ref.id };
  return fetchGuestBooking(ref.guestToken ?? '', signal);
}

/** The steps so far; asked for again when the booking has moved on. */
export function useBookingEvents(booking: Booking | undefined, ref: BookingRef) {
  return useQuery<BookingEvent[]>({
    queryKey: ['booking-events', booking?.id, booking?.seq ?? booking?.status],
    queryFn: ({ signal }) => fetchBookingEvents(booking?.id ?? '', 0, capabilityOf(ref), signal),
    enabled: booking !== undefined,
    placeholderData: (before) => before,
  });
}
