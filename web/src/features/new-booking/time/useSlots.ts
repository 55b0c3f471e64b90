// Free slots from the server; offline, the price book's own slots, marked as to be confirmed.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keys } from '@/api/keys';
import { isUnreachable } from '@/api/problem';
import { fetchSlots, type SlotsQuery } from '@/api/slots';
import type { TimeSlot } from '@/api/types';
import { loadPricing } from '@/pricing';
import { isOffline, useOffline } from '@/shared/connection';
import { asLondon, londonWallClock } from '@/shared/london';
import { serverNow } from '@/shared/session';

export interface Windows {
  slots: TimeSlot[];
  /** Days on which a window is still ahead by the clock, whether or not a place is left. */
  daysAhead: string[];
  /** False if they come from this device, which cannot know whether a place is left. */
  confirmed: boolean;
}

/** How often places are looked up again while the step is open. */
const REFRESH_EVERY = 60_000;

export function useSlots(query: SlotsQuery) {
  const offline = useOffline();
  const result = useQuery({
    queryKey: keys.slots(query),
    queryFn: ({ signal }) => fetchWindows(query, signal),
    // A slot may be taken at any moment; offline, only the passing of time removes slots.
    refetchInterval: REFRESH_EVERY,
    refetchOnWindowFocus: true,
    gcTime: REFRESH_EVERY,
    // Keep showing the current list while the one with or without cheaper slots loads.
    placeholderData: keepPreviousData,
  });
  const { refetch, data } = result;
  const stale = !offline && data?.confirmed === false;
  useEffect(() => {
    if (stale) void refetch();
  }, [stale, refetch]);
  return result;
}

async function fetchWindows(query: SlotsQuery, signal: AbortSignal): Promise<Windows> {
  const [free, pricing] = await Promise.all([freeSlots(query, signal), loadPricing()]);
  const byClock = pricing.slots({ now: londonWallClock(serverNow()), cheaper: query.cheaper });
  const daysAhead = [...new Set(byClock.map(({ start }) => asLondon(start).day))];
  return { slots: free ?? byClock, daysAhead, confirmed: free !== null };
}

/** Null if the server can't be reached. */
async function freeSlots(query: SlotsQuery, signal: AbortSignal): Promise<TimeSlot[] | null> {
  if (isOffline()) return null;
  try {
    return await fetchSlots(query, signal);
  } catch (error) {
    if (isUnreachable(error)) return null;
    throw error;
  }
}
