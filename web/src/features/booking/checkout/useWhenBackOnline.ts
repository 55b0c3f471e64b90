import { useEffect, useEffectEvent, useRef } from 'react';
import { useOffline } from '@/shared/connection';

/** Does something each time the server can be reached again. */
export function useWhenBackOnline(act: () => void): void {
  const offline = useOffline();
  const was = useRef(offline);
  const actNow = useEffectEvent(act);
  useEffect(() => {
    if (was.current && !offline) actNow();
    was.current = offline;
  }, [offline]);
}
