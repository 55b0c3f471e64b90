import { useCallback, useEffect, useState } from 'react';

/** 'unknown' where the browser does not say before it is asked. */
export type Permission = PermissionState | 'unknown' | 'impossible';

/** Whether the browser lets this page know where it is. `ask` makes it ask the person. */
export function usePermission() {
  const isPossible = Boolean(navigator.geolocation);
  const [permission, setPermission] = useState<Permission>(isPossible ? 'unknown' : 'impossible');

  useEffect(() => {
    if (!isPossible) return;
    const stopped = new AbortController();
    void readPermission(setPermission, stopped.signal);
    return () => stopped.abort();
  }, [isPossible]);

  const ask = useCallback(() => {
    navigator.geolocation.getCurrentPosition(
      () => setPermission('granted'),
      // Allowed, but not found: the next try may find it.
      ({ code, PERMISSION_DENIED }) => setPermission(code === PERMISSION_DENIED ? 'denied' : 'granted'),
      { timeout: 15_000 },
    );
  }, []);

  return { permission, ask };
}

async function readPermission(found: (state: PermissionState) => void, signal: AbortSignal): Promise<void> {
  try {
    const status = await navigator.permissions.query({ name: 'geolocation' });
    if (signal.aborted) return;
    found(status.state);
    status.addEventListener('change', () => found(status.state), { signal });
  } catch {
    // An older browser says so only when it is asked.
  }
}
