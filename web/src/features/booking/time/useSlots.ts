// Free windows from the server; without a connection, the price book's own windows, marked as to be confirmed.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isUnreachable } from '@/api/problem';
import { fetchSlots, type SlotsQuery } from '@/api/slots';
import type { TimeSlot } from '@/api/types';
import { loadPricing } from '@/pricing';
import { isOffline, useOffline } from '@/shared/connection';
import { londonWallClock } from '@/shared/london';
import { serverNow } from '@/shared/session';

export interface Windows {
  slots: TimeSlot[];
  /** False when they come from this device: whether a place is left is not known. */
  confirmed: boolean;
}

export function useSlots(query: SlotsQuery) {
  const offline = useOffline();
  const result = useQuery({
    queryKey: ['windows', query.postcode, query.cheaper, query.draftId],
    queryFn: ({ signal }) => fetchWindows(query, signal),
    // A place may go at any moment; without a connection the clock alone takes windows away.
    staleTime: 30_000,
    gcTime: 60_000,
    // Cheaper on or off: the list stays until the other one is here.
    placeholderData: keepPreviousData,
    retry: (failures, error) => failures < 1 && !('status' in error),
  });
  const { refetch, data } = result;
  const stale = !offline && data?.confirmed === false;
  useEffect(() => {
    if (stale) void refetch();
  }, [stale, refetch]);
  return result;
}

async function fetchWindows(query: SlotsQuery, signal: AbortSignal): Promise<Windows> {
  if (!isOffline()) {
    try {
      return { slots: await fetchSlots(query, signal), confirmed: true };
    } catch (error) {
      if (!isUnreachable(error)) throw error;
    }
  }
  const pricing = await loadPricing();
  return {
    slots: pricing.slots({ now: londonWallClock(serverNow()), cheaper: query.cheaper }),
    confirmed: false,
  };
}
