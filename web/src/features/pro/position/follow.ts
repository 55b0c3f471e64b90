// Sends where this device is, as long as somebody looks at the page: often while the client follows the pro, seldom otherwise.
import { sendPosition } from '@/api/jobs';
import type { MasterLocation } from '@/api/types';
import { metresBetween } from './distance';

/** 'closely' while the pro is on the way to a client. */
export type Pace = 'closely' | 'loosely';

/** Milliseconds between two positions. */
const EVERY: Record<Pace, number> = { closely: 10_000, loosely: 60_000 };
/** A move of this many metres is sent at once, while followed closely. */
const MOVE = 50;
/** The server keeps one position a second. */
const LEAST = 1000;

/** Sends positions until the returned function is called. One that could not be found or sent is left out: the next comes soon. */
export function followPosition(pace: Pace): () => void {
  const { geolocation } = navigator;
  let last: { place: MasterLocation; at: number } | undefined;

  function send({ coords }: GeolocationPosition) {
    const at = Date.now();
    if (last && at - last.at < LEAST) return;
    const place = { lat: coords.latitude, lng: coords.longitude };
    last = { place, at };
    sendPosition(place).catch(() => undefined);
  }

  function sendMove(position: GeolocationPosition) {
    const { latitude, longitude } = position.coords;
    if (!last || metresBetween(last.place, { lat: latitude, lng: longitude }) >= MOVE) send(position);
  }

  function sendNow() {
    if (document.hidden) return;
    const options = {
      enableHighAccuracy: pace === 'closely',
      maximumAge: EVERY[pace] / 2,
      timeout: EVERY[pace],
    };
    geolocation.getCurrentPosition(send, () => undefined, options);
  }

  sendNow();
  const timer = setInterval(sendNow, EVERY[pace]);
  const watch =
    pace === 'closely'
      ? geolocation.watchPosition(
          (position) => document.hidden || sendMove(position),
          () => undefined,
          {
            enableHighAccuracy: true,
          },
        )
      : undefined;
  document.addEventListener('visibilitychange', sendNow);
  return () => {
    clearInterval(timer);
    if (watch !== undefined) geolocation.clearWatch(watch);
    document.removeEventListener('visibilitychange', sendNow);
  };
}
