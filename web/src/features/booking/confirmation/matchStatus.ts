// Where the search for a pro stands, as the confirmation tells it (first document, section 4).
import type { BookingStatus } from '@/api/types';
import type { Tone } from '@/ui';

export type MatchStatus = 'ASSIGNED' | 'SEARCHING' | 'PENDING_ACCEPT' | 'NO_RESPONSE' | 'CANCELLED' | 'OTHER';

export interface MatchFacts {
  /** The server's; absent in the fallback view. */
  status?: BookingStatus | undefined;
  proAttached: boolean;
  quoteMode?: 'PAID' | 'REQUEST' | undefined;
  /** manualQuoteMode or highIntentNoPrepay: a budget that a pro is asked to accept. */
  budget: boolean;
}

const searching: readonly (BookingStatus | undefined)[] = [
  undefined,
  'created',
  'paid',
  'pending',
  'accepted',
];

export function matchStatus({ status, proAttached, quoteMode, budget }: MatchFacts): MatchStatus {
  if (status === 'cancelled') return 'CANCELLED';
  if (status === 'no_response') return 'NO_RESPONSE';
  if (proAttached) return 'ASSIGNED';
  if (!searching.includes(status)) return 'OTHER';
  if (quoteMode === 'PAID') return 'SEARCHING';
  return budget ? 'PENDING_ACCEPT' : 'SEARCHING';
}

export interface MatchFace {
  /** Beside the headline where it says something else. */
  label: string;
  headline: string;
  tone: Tone;
}

const finding = 'Finding nearby plumber';
const waiting = 'Waiting for plumber to accept';

export const matchFaces: Record<MatchStatus, MatchFace> = {
  ASSIGNED: { label: 'Pro assigned', headline: 'Your plumber is on it', tone: 'good' },
  SEARCHING: { label: finding, headline: finding, tone: 'warn' },
  PENDING_ACCEPT: { label: waiting, headline: waiting, tone: 'warn' },
  NO_RESPONSE: { label: 'No response yet', headline: 'No response yet', tone: 'bad' },
  CANCELLED: { label: 'Cancelled', headline: 'Booking cancelled', tone: 'bad' },
  OTHER: { label: 'In progress', headline: 'In progress', tone: 'neutral' },
};
