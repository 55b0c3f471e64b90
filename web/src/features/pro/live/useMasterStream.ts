// The pro's event stream: open while jobs can reach the pro, for as long as a page of the area is.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { proQuery } from '@/api/pros';
import type { MasterProfile } from '@/api/types';
import type { StreamState } from '@/shared/eventStream';
import { bearerToken } from '@/shared/session';
import { openSharedStream } from '@/shared/sharedStream';
import { toast } from '@/ui';
import { catchUp, onEvent } from './events';

const FIRST_DELAY = 1000;
const LONGEST_DELAY = 30_000;

const NOT_READY = 'Complete profile & switch to Online to get offers';

/** The state of the stream; null while none is open. */
export function useMasterStream(profile: MasterProfile | undefined): StreamState | null {
  const queryClient = useQueryClient();
  const [state, setState] = useState<StreamState | null>(null);
  const masterId = profile?.status === 'active' && profile.isActive ? profile.masterId : undefined;
  useNotReadyToast(profile);

  const onState = useEffectEvent((next: StreamState, status?: number) => {
    if (next === 'open') {
      // Not when another tab has taken the connection over.
      if (state !== 'open') toast('Connected for new jobs', { duration: 1500 });
      catchUp(queryClient);
    }
    // Once for each break, however often it is tried again.
    if (next === 'lost' && state !== 'lost') toast('Connection lost. Reconnecting…', { duration: 3000 });
    if (next === 'refused') {
      if (status === 401) toast('Sign in to receive jobs');
      else toast(NOT_READY, { tone: 'warn', duration: 6000 });
      // Ends the session if that is why.
      void queryClient.invalidateQueries({ queryKey: proQuery.queryKey });
    }
    // Trying again is no news.
    if (next !== 'connecting' || state === null) setState(next);
  });

  useEffect(() => {
    if (!masterId) return;
    const close = openSharedStream({
      person: masterId,
      url: `/api/events/stream/master/${encodeURIComponent(masterId)}`,
      headers,
      backOff: (attempt) => Math.min(FIRST_DELAY * 2 ** attempt, LONGEST_DELAY),
      onEvent: (event) => onEvent(queryClient, event),
      onState,
    });
    return () => {
      close();
      setState(null);
    };
  }, [masterId, queryClient]);
  return state;
}

function headers(): Record<string, string> {
  const token = bearerToken('person');
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** Once on entering the area, during onboarding, too: whoever switches to Offline there knows what it means. */
function useNotReadyToast(profile: MasterProfile | undefined): void {
  const isLoaded = profile !== undefined;
  const entered = useEffectEvent(() => {
    if (profile && !profile.isActive && !profile.suspension)
      toast(NOT_READY, { tone: 'warn', duration: 6000 });
  });
  useEffect(() => {
    if (isLoaded) entered();
  }, [isLoaded]);
}
