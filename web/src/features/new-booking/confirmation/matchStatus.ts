// How the confirmation describes the search for a pro.
import type { BookingStatus } from '@/api/types';
import { factsOf, type Phase, type Tone } from '@/shared/bookingStatus';

export type MatchStatus =
  | 'ASSIGNED'
  | 'SEARCHING'
  | 'PENDING_ACCEPT'
  | 'PENDING_PRICES'
  | 'NO_RESPONSE'
  | 'CANCELLED'
  | 'OTHER';

export interface MatchFacts {
  status: BookingStatus;
  proAttached: boolean;
  quoteMode?: 'PAID' | 'REQUEST' | undefined;
  /** A pro is asked to accept the client's budget. */
  budget: boolean;
  /** Pros are asked to name a price. */
  open?: boolean;
}

const byPhase: Record<Phase, MatchStatus> = {
  searching: 'SEARCHING',
  no_response: 'NO_RESPONSE',
  booked: 'OTHER',
  on_the_way: 'OTHER',
  in_progress: 'OTHER',
  done: 'OTHER',
  cancelled: 'CANCELLED',
};

export function matchStatus({ status, proAttached, quoteMode, budget, open }: MatchFacts): MatchStatus {
  const match = byPhase[factsOf(status).phase];
  if (match === 'CANCELLED' || match === 'NO_RESPONSE') return match;
  if (proAttached) return 'ASSIGNED';
  if (match === 'SEARCHING' && open) return 'PENDING_PRICES';
  return match === 'SEARCHING' && budget && quoteMode !== 'PAID' ? 'PENDING_ACCEPT' : match;
}

interface MatchAppearance {
  headline: string;
  tone: Tone;
}

/** `trade` is who does the job: 'plumber', 'electrician'. */
export function matchAppearance(match: MatchStatus, trade: string): MatchAppearance {
  switch (match) {
    case 'ASSIGNED':
      return { headline: `Your ${trade} is on it`, tone: 'good' };
    case 'SEARCHING':
      return { headline: `Finding nearby ${trade}`, tone: 'warn' };
    case 'PENDING_ACCEPT':
      return { headline: `Waiting for ${trade} to accept`, tone: 'warn' };
    case 'PENDING_PRICES':
      return { headline: 'Waiting for pros to name a price', tone: 'warn' };
    case 'NO_RESPONSE':
      return { headline: 'No response yet', tone: 'bad' };
    case 'CANCELLED':
      return { headline: 'Booking cancelled', tone: 'bad' };
    case 'OTHER':
      return { headline: 'In progress', tone: 'neutral' };
  }
}
