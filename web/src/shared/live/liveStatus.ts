// The states of the live page, with the texts, tone and progress step of each. Which status is in which state stands in shared/bookingStatus.
import type { BookingStatus } from '@/api/types';
import { factsOf, type LiveStatus } from '@/shared/bookingStatus';
import type { Tone } from '@/ui';

export type { LiveStatus };

/** Names the documents accept besides a status's own. */
const aliases: Record<string, BookingStatus> = { assigning: 'pending', started: 'in_progress' };

export interface Circumstances {
  proAttached: boolean;
  /** Seen by a share link: nothing waits for whoever has it. */
  isShared?: boolean;
}

/** The page's state for a server status; anything unknown is MATCHING. */
export function liveStatus(
  serverValue: string,
  { proAttached, isShared = false }: Circumstances,
): LiveStatus {
  const value = serverValue.toLowerCase();
  const { live, step } = factsOf(aliases[value] ?? value);
  // What the client approved is with a pro only once one is attached.
  if (step === 'confirmed' && !proAttached) return 'MATCHING';
  return live === 'WAITING_FOR_YOU' && isShared ? 'MATCHING' : live;
}

export interface LiveAppearance {
  badge: string;
  header: string;
  /** What those read instead who did not book. */
  toFriends?: string;
  tone: Tone;
  /** Position in `steps`: the ones before it are done. */
  step: number;
}

/** The id of the heading that says the state. */
export const LIVE_HEADER = 'live-header';

export const steps = ['Booked', 'Matching', 'Assigned', 'On the way', 'Working', 'Done'] as const;

const matching: LiveAppearance = {
  badge: 'Searching…',
  header: "Thanks! We're matching you now",
  toFriends: 'Looking for a pro',
  tone: 'warn',
  step: 1,
};

export const liveAppearance: Record<LiveStatus, LiveAppearance> = {
  CREATED: matching,
  MATCHING: matching,
  WAITING_FOR_YOU: {
    badge: 'Waiting for you',
    header: 'Your booking is waiting for you',
    tone: 'warn',
    step: 1,
  },
  ASSIGNED: {
    badge: 'Pro assigned',
    header: 'Your pro has been assigned',
    tone: 'good',
    step: 2,
  },
  EN_ROUTE: { badge: 'On the way', header: 'Your pro is on the way', tone: 'copper', step: 3 },
  IN_PROGRESS: { badge: 'In progress', header: 'Work in progress', tone: 'copper', step: 4 },
  COMPLETED: { badge: 'Completed', header: 'Job completed', tone: 'good', step: 6 },
  CANCELLED: { badge: 'Cancelled', header: 'Booking cancelled', tone: 'bad', step: 0 },
  NO_RESPONSE: {
    badge: 'No response',
    header: "We couldn't reach a pro in time",
    tone: 'bad',
    step: 1,
  },
};

/** The progress step each event belongs to; other events belong to none. */
export const stepOfEvent: Record<string, number> = {
  created: 0,
  pending: 1,
  matching: 1,
  assigned: 2,
  en_route: 3,
  in_progress: 4,
  started: 4,
  completed: 5,
};
