// How the confirmation describes where a booking stands: the documents' words while a pro is looked for, then those of the live page.
import type { Booking } from '@/api/types';
import { awaitsPrice } from '@/shared/bookingWords';
import { hasPro } from '@/shared/live/hasPro';
import { type LiveStatus, liveAppearance, liveStatus } from '@/shared/live/liveStatus';
import type { Tone } from '@/ui';

type Searching = 'SEARCHING' | 'PENDING_ACCEPT' | 'PENDING_PRICES' | 'PENDING_ONE';

export type MatchStatus = Searching | Exclude<LiveStatus, 'CREATED' | 'MATCHING'>;

export function matchStatus(booking: Booking): MatchStatus {
  const proAttached = hasPro(booking);
  const live = liveStatus(booking.status, { proAttached });
  if (live !== 'CREATED' && live !== 'MATCHING') return live;
  if (proAttached) return 'ASSIGNED';
  if (booking.matching?.onlyAsked) return 'PENDING_ONE';
  if (awaitsPrice(booking)) return 'PENDING_PRICES';
  return booking.quote_mode === 'REQUEST' ? 'PENDING_ACCEPT' : 'SEARCHING';
}

export function isSearching(match: MatchStatus): match is Searching {
  return (
    match === 'SEARCHING' ||
    match === 'PENDING_ACCEPT' ||
    match === 'PENDING_PRICES' ||
    match === 'PENDING_ONE'
  );
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
    case 'PENDING_ONE':
      return { headline: 'Waiting for your pro to take it', tone: 'warn' };
    case 'NO_RESPONSE':
      return { headline: 'No response yet', tone: 'bad' };
    default: {
      const { header, tone } = liveAppearance[match];
      return { headline: header, tone };
    }
  }
}
