// The booking and its events, polled every few seconds while the page is visible and nobody else says what is new, until the booking has ended.

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { type Capability, fetchBooking, fetchBookingEvents, fetchGuestBooking } from '@/api/bookings';
import { keys } from '@/api/keys';
import { fetchBookingByIntent } from '@/api/payments';
import { isRefusal, millisecondsToWait } from '@/api/problem';
import type { Booking, BookingEvent } from '@/api/types';
import { apart } from '@/shared/apart';
import { hasEnded } from '@/shared/bookingStatus';
import { useOffline } from '@/shared/connection';
import { personHere } from '@/shared/ofPerson';
import { forgetBooking, rememberBookings } from '@/shared/seenBookings';
import { hasPro } from './hasPro';
import { type LiveStatus, liveStatus } from './liveStatus';
import type { BookingRef } from './useBookingRef';
import { useLetGo } from './useLetGo';

/** Milliseconds between two requests. */
const POLL_INTERVAL = 4000;
/** After a failure. */
const SLOWER = 15_000;

/** Share links show only the outward code of the address; a cancelled booking carries a reason. */
export type LiveBooking = Booking & {
  outward_code?: string;
  cancel_reason?: string;
};

export function statusOf(booking: Booking, ref: BookingRef): LiveStatus {
  return liveStatus(booking.status, { proAttached: hasPro(booking), isShared: ref.shareToken !== undefined });
}

export function capabilityOf(ref: BookingRef): Capability {
  if (ref.shareToken) return { share: ref.shareToken };
  return ref.guestToken ? { token: ref.guestToken } : {};
}

interface BookingOptions {
  /** A stream says when to fetch it again. */
  isFollowed?: boolean;
  /** The booking as it was just read. */
  first?: LiveBooking | undefined;
}

/** Nothing is fetched while `ref` names no booking. */
export function useBooking(ref: BookingRef, { isFollowed = false, first }: BookingOptions = {}) {
  const offline = useOffline();
  const query = useQuery({
    queryKey: keys.booking.one(ref),
    queryFn: ({ signal }) => load(ref, signal),
    enabled: Boolean(ref.id ?? ref.guestToken ?? ref.intent),
    initialData: first,
    // Keep polling after a failed request, while the page shows the last known state, but not once the server has refused. Without a
    // network only the connection's own probe asks.
    refetchInterval: ({ state }) => {
      if (offline || isRefusal(state.error) || (state.data && hasEnded(state.data.status))) return false;
      if (state.error) return millisecondsToWait(state.error) + apart(SLOWER);
      return isFollowed ? false : POLL_INTERVAL;
    },
    refetchOnWindowFocus: !offline,
    staleTime: 0,
  });
  useWhenReachable(offline, () => query.isError && void query.refetch({ cancelRefetch: false }));
  return { ...query, data: useLetGo(query.data) };
}

/** Runs `reached` each time the network comes back. */
function useWhenReachable(offline: boolean, reached: () => void): void {
  const onReached = useEffectEvent(reached);
  useEffect(() => {
    if (!offline) onReached();
  }, [offline]);
}

/** Loads the booking, and keeps what may be read later without a network. */
async function load(ref: BookingRef, signal: AbortSignal): Promise<LiveBooking> {
  const person = personHere();
  try {
    const booking = await fetchWith(ref, signal);
    if (!ref.shareToken) rememberBookings(person, [booking]);
    return booking;
  } catch (error) {
    if (isRefusal(error) && !ref.shareToken) forgetBooking(ref);
    throw error;
  }
}

async function fetchWith(ref: BookingRef, signal: AbortSignal): Promise<LiveBooking> {
  if (ref.intent) return fetchBookingByIntent(ref.intent, undefined, signal);
  if (ref.id) return { ...(await fetchBooking(ref.id, capabilityOf(ref), signal)), id: ref.id };
  return fetchGuestBooking(ref.guestToken ?? '', signal);
}

/** The events so far, fetched again whenever the booking has moved on. */
export function useBookingEvents(booking: Booking | undefined, ref: BookingRef) {
  return useQuery<BookingEvent[]>({
    queryKey: keys.booking.events(booking?.id, booking?.seq ?? booking?.status),
    queryFn: ({ signal }) => fetchBookingEvents(booking?.id ?? '', 0, capabilityOf(ref), signal),
    enabled: booking !== undefined,
    placeholderData: (before) => before,
  });
}
