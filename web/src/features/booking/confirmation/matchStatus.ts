// How the confirmation describes the search for a pro.
import type { BookingStatus } from '@/api/types';
import type { Tone } from '@/ui';

export type MatchStatus = 'ASSIGNED' | 'SEARCHING' | 'PENDING_ACCEPT' | 'NO_RESPONSE' | 'CANCELLED' | 'OTHER';

export interface MatchFacts {
  /** The server's status; undefined in the fallback view. */
  status?: BookingStatus | undefined;
  proAttached: boolean;
  quoteMode?: 'PAID' | 'REQUEST' | undefined;
  /** manualQuoteMode or highIntentNoPrepay: a pro is asked to accept the client's budget. */
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

export interface MatchAppearance {
  /** Shown beside the headline where it says something different. */
  label: string;
  headline: string;
  tone: Tone;
}

const finding = 'Finding nearby plumber';
const waiting = 'Waiting for plumber to accept';

export const matchAppearance: Record<MatchStatus, MatchAppearance> = {
  ASSIGNED: { label: 'Pro assigned', headline: 'Your plumber is on it', tone: 'good' },
  SEARCHING: { label: finding, headline: finding, tone: 'warn' },
  PENDING_ACCEPT: { label: waiting, headline: waiting, tone: 'warn' },
  NO_RESPONSE: { label: 'No response yet', headline: 'No response yet', tone: 'bad' },
  CANCELLED: { label: 'Cancelled', headline: 'Booking cancelled', tone: 'bad' },
  OTHER: { label: 'In progress', headline: 'In progress', tone: 'neutral' },
};
