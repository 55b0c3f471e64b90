import { useEffect, useReducer } from 'react';
import type { Booking, MasterPlace } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { serverNow } from '@/shared/session';

const MINUTE = 60_000;
/** Without a position for this many minutes, nobody knows when the pro arrives. */
const STALE_AFTER = 2;
/** Milliseconds between two looks at the clock. */
const LOOK_EVERY = 15_000;

/** Where the pro on the way is, in words: 'about 15 min', 'Nearby' or 'Last seen 3 min ago'. It grows old without any news from the server. */
export function useArrival({ status, master_location }: Booking): string | undefined {
  const location = factsOf(status).phase === 'on_the_way' ? master_location : undefined;
  const [, look] = useReducer((count: number) => count + 1, 0);
  const isKnown = location !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    const timer = setInterval(look, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [isKnown]);
  return location && arrivalLabel(location, serverNow());
}

export function arrivalLabel({ label, seen_at }: MasterPlace, now: number): string {
  const minutes = Math.floor((now - Date.parse(seen_at)) / MINUTE);
  return minutes >= STALE_AFTER ? `Last seen ${minutes} min ago` : label;
}
