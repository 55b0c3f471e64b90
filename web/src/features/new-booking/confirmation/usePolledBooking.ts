// Fetches the booking every second until its payment is settled, and gives up after 15 seconds without an answer.

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchBooking } from '@/api/bookings';
import { keys } from '@/api/keys';
import { fetchBookingByIntent } from '@/api/payments';
import { ApiProblem, millisecondsToWait } from '@/api/problem';
import type { Booking } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';

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
  | { state: 'settled'; booking: Booking }
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

  const again = () => setRound(round + 1);
  if (query.data && settled) return { state: 'settled', booking: query.data };
  const error = refusal(query.error);
  if (error) return { state: 'refused', error, again };
  return timedOut ? { state: 'timed-out', again } : { state: 'waiting' };
}

function load({ intent, clientSecret, bookingId }: BookingSource, signal: AbortSignal): Promise<Booking> {
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
