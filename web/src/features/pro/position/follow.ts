// Sends where this device is, as long as somebody looks at the page: often while the client follows the pro, seldom otherwise.
import { sendPosition } from '@/api/jobs';
import type { MasterLocation } from '@/api/types';
import { serverNow } from '@/shared/session';
import { metresBetween } from './distance';

/** 'closely' while the pro is on the way to a client. */
export type Pace = 'closely' | 'loosely';

/** Milliseconds between two positions. */
const EVERY: Record<Pace, number> = { closely: 10_000, loosely: 60_000 };
/** A move of this many metres is sent at once, while followed closely. */
const MOVE = 50;
/** The server keeps one position a second; the way there takes one longer than another. */
const LEAST = 1500;

/** Sends positions until the returned function is called. One that could not be found or sent is left out: the next comes soon. */
export function followPosition(pace: Pace): () => void {
  let stop: (() => void) | undefined;
  // Begun anew with each look at the page: where the device was before says nothing of where it is now.
  function look() {
    stop?.();
    stop = document.hidden ? undefined : report(pace);
  }
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    stop?.();
  };
}

function report(pace: Pace): () => void {
  const { geolocation } = navigator;
  const isClose = pace === 'closely';
  /** By the watch, which tells of a place once: a device that stands still says nothing more, not even when it is asked. */
  let here: MasterLocation | undefined;
  let last: { place: MasterLocation; at: number } | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  /** Now, or as soon as the server takes another one. */
  function send(place: MasterLocation) {
    clearTimeout(waiting);
    if (isOver) return;
    const at = Date.now();
    const wait = last ? last.at + LEAST - at : 0;
    if (wait > 0) {
      waiting = setTimeout(() => send(place), wait);
      return;
    }
    last = { place, at };
    sendPosition(place).catch(() => undefined);
  }

  function watched(position: GeolocationPosition) {
    here = placeOf(position);
    if (!last || metresBetween(last.place, here) >= MOVE) send(here);
  }

  function sendNow() {
    // A watch that says nothing new means that the device is still there.
    if (here) return send({ ...here, at: timeOf(0) });
    const options = { enableHighAccuracy: isClose, maximumAge: EVERY[pace] / 2, timeout: EVERY[pace] };
    geolocation.getCurrentPosition(
      (position) => send(placeOf(position)),
      () => undefined,
      options,
    );
  }

  function lost() {
    here = undefined;
  }

  sendNow();
  const timer = setInterval(sendNow, EVERY[pace]);
  const watch = isClose ? geolocation.watchPosition(watched, lost, { enableHighAccuracy: true }) : undefined;
  return () => {
    isOver = true;
    clearInterval(timer);
    clearTimeout(waiting);
    if (watch !== undefined) geolocation.clearWatch(watch);
  };
}

/** By the server's clock, whatever this device's says. */
function placeOf({ coords, timestamp }: GeolocationPosition): MasterLocation {
  return {
    lat: coords.latitude,
    lng: coords.longitude,
    at: timeOf(Math.max(0, Date.now() - timestamp)),
    accuracy: coords.accuracy,
  };
}

/** So many milliseconds ago, in ISO 8601. */
function timeOf(age: number): string {
  return new Date(serverNow() - age).toISOString();
}
