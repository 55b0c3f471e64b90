// What happens to the jobs and documents of a pro who takes no new jobs just now: the notifications alone. Who is online has them in the stream of offers.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bearerHeaders } from '@/api/bearerHeaders';
import type { MasterProfile } from '@/api/types';
import { openSharedStream } from '@/shared/sharedStream';
import { catchUp, onEvent } from './events';

const FIRST_DELAY = 1000;
const LONGEST_DELAY = 30_000;

export function useMasterNotices(profile: MasterProfile | undefined): void {
  const queryClient = useQueryClient();
  const isOnline = profile?.status === 'active' && profile.isActive;
  const masterId = profile && !isOnline ? profile.masterId : undefined;
  useEffect(() => {
    if (!masterId) return;
    return openSharedStream({
      person: masterId,
      url: `/api/events/notify/master/${encodeURIComponent(masterId)}`,
      headers: () => bearerHeaders('person'),
      backOff: (attempt) => Math.min(FIRST_DELAY * 2 ** attempt, LONGEST_DELAY),
      onEvent: (event) => onEvent(queryClient, event),
      // Whatever happened while it was not open.
      onState: (state) => state === 'open' && catchUp(queryClient),
    });
  }, [masterId, queryClient]);
}
