import type { MasterLocation } from '@/api/types';

/** Milliseconds to wait for a position. */
const TIMEOUT = 15_000;

/** Why there is no position, in words for people. */
export class NoPlace extends Error {}

/** Where this device is now, as exactly as it can tell. Rejects with NoPlace. */
export function here(): Promise<MasterLocation> {
  return new Promise((found, failed) => {
    if (!navigator.geolocation) return failed(new NoPlace('This browser cannot tell where you are.'));
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => found({ lat: coords.latitude, lng: coords.longitude }),
      ({ code, PERMISSION_DENIED }) =>
        failed(
          new NoPlace(
            code === PERMISSION_DENIED
              ? 'Allow this page to see your location: we check that you are at the job.'
              : 'Your location could not be found. Please try again.',
          ),
        ),
      { enableHighAccuracy: true, timeout: TIMEOUT },
    );
  });
}
