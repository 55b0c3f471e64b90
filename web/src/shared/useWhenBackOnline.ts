import { useEffect, useEffectEvent, useRef } from 'react';
import { useOffline } from '@/shared/connection';

/** Runs `act` each time the server becomes reachable again. */
export function useWhenBackOnline(act: () => void): void {
  const offline = useOffline();
  const was = useRef(offline);
  const actNow = useEffectEvent(act);
  useEffect(() => {
    if (was.current && !offline) actNow();
    was.current = offline;
  }, [offline]);
}
