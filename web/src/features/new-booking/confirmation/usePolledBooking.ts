// Fetches the booking every second until its payment is settled, and gives up after 15 seconds without an answer. From then on it is followed
// like on its live page.

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchBooking } from '@/api/bookings';
import { keys } from '@/api/keys';
import { fetchBookingByIntent } from '@/api/payments';
import { ApiProblem, isRefusal, millisecondsToWait } from '@/api/problem';
import type { Booking } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { wasGivenUp } from '@/shared/bookingWords';
import { ownRef } from '@/shared/live/useBookingRef';
import { useLiveBooking } from '@/shared/live/useLiveBooking';
import { personHere } from '@/shared/ofPerson';
import { rememberBookings } from '@/shared/seenBookings';

const POLL_INTERVAL = 1000;
/** Of silence: a server that answers is waited for. */
const TIMEOUT = 15_000;

export interface BookingSource {
  intent: string | undefined;
  clientSecret: string | undefined;
  bookingId: string | undefined;
}

export type PolledBooking =
  | { state: 'waiting' }
  /** `isLost`: what is shown may be behind. */
  | { state: 'settled'; booking: Booking; isLost: boolean }
  /** The server has been silent for too long. */
  | { state: 'timed-out'; again: () => void }
  /** The server rejected the request. */
  | { state: 'refused'; error: ApiProblem; again: () => void };

export function usePolledBooking(source: BookingSource): PolledBooking {
  const [round, setRound] = useState(0);
  const [timedOut, setTimedOut] = useState(false);
  const query = useQuery({
    queryKey: keys.booking.confirmation(source, round),
    queryFn: ({ signal }) => load(source, signal),
    enabled: Boolean(source.intent ?? source.bookingId),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) =>
      timedOut || isSettled(state.data) || refusal(state.error)
        ? false
        : POLL_INTERVAL + millisecondsToWait(state.error),
    refetchIntervalInBackground: true,
  });
  const settled = isSettled(query.data);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round and each answer starts the 15 seconds again
  useEffect(() => {
    if (settled) return;
    setTimedOut(false);
    const timer = setTimeout(() => setTimedOut(true), TIMEOUT);
    return () => clearTimeout(timer);
  }, [settled, round, query.dataUpdatedAt]);

  const first = settled ? query.data : undefined;
  const live = useLiveBooking(ownRef(first?.id), first);
  const again = () => setRound(round + 1);
  // A browser that only has the payment's secret may not follow it.
  if (first)
    return { state: 'settled', booking: live.data ?? first, isLost: live.isLost && !isRefusal(live.error) };
  const error = refusal(query.error);
  if (error) return { state: 'refused', error, again };
  return timedOut ? { state: 'timed-out', again } : { state: 'waiting' };
}

/** Loads the booking, and keeps what may be read later without a network. */
async function load(source: BookingSource, signal: AbortSignal): Promise<Booking> {
  const person = personHere();
  const booking = await fetchFrom(source, signal);
  if (isSettled(booking) && !wasGivenUp(booking)) rememberBookings(person, [booking]);
  return booking;
}

function fetchFrom(
  { intent, clientSecret, bookingId }: BookingSource,
  signal: AbortSignal,
): Promise<Booking> {
  if (intent) return fetchBookingByIntent(intent, clientSecret, signal);
  return fetchBooking(bookingId ?? '', {}, signal);
}

function isSettled(booking: Booking | undefined): boolean {
  return booking !== undefined && factsOf(booking.status).money !== 'unconfirmed';
}

/** An error that retrying would not change; a busy or broken server is asked again. */
function refusal(error: unknown): ApiProblem | null {
  return error instanceof ApiProblem && !error.unexpected && error.status !== 429 ? error : null;
}
