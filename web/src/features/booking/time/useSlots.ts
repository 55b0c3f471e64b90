// Free slots from the server; offline, the price book's own slots, marked as to be confirmed.
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
  /** False if they come from this device, which cannot know whether a place is left. */
  confirmed: boolean;
}

export function useSlots(query: SlotsQuery) {
  const offline = useOffline();
  const result = useQuery({
    queryKey: ['windows', query.postcode, query.cheaper, query.draftId],
    queryFn: ({ signal }) => fetchWindows(query, signal),
    // A slot may be taken at any moment; offline, only the passing of time removes slots.
    staleTime: 30_000,
    gcTime: 60_000,
    // Keep showing the current list while the one with or without cheaper slots loads.
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
