import { useEffect } from 'react';
import { renewPush } from '@/shared/browserPush';
import { pushServer } from './pushServer';

/** Tells the server again of this device's notifications once the person who turned them on has signed in anew. */
export function usePushRenewal(personId: string | undefined): void {
  useEffect(() => {
    // If it fails, the next page load tries again; the profile shows what is so.
    if (personId) renewPush(pushServer).catch(() => undefined);
  }, [personId]);
}
