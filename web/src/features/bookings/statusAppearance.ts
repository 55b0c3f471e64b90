// How each booking status appears in the list and on the details page: label, tone and phase.
import type { BookingStatus } from '@/api/types';
import { statusLabels } from '@/shared/bookingWords';
import type { Tone } from '@/ui';

export type Phase =
  | 'searching'
  | 'no_response'
  | 'booked'
  | 'on_the_way'
  | 'in_progress'
  | 'done'
  | 'cancelled';

export interface DetailsAppearance {
  label: string;
  phase: Phase;
  tone: Tone;
}

const details: Record<BookingStatus, Omit<DetailsAppearance, 'label'>> = {
  created: { phase: 'searching', tone: 'neutral' },
  paid: { phase: 'searching', tone: 'good' },
  pending: { phase: 'searching', tone: 'warn' },
  accepted: { phase: 'searching', tone: 'warn' },
  no_response: { phase: 'no_response', tone: 'bad' },
  confirmed: { phase: 'booked', tone: 'good' },
  assigned: { phase: 'booked', tone: 'good' },
  en_route: { phase: 'on_the_way', tone: 'warn' },
  in_progress: { phase: 'in_progress', tone: 'warn' },
  completed: { phase: 'done', tone: 'good' },
  cancelled: { phase: 'cancelled', tone: 'bad' },
};

/** For the details page; an unknown status is shown as matching. */
export function detailsAppearance(status: string): DetailsAppearance {
  const known = status in details ? (status as BookingStatus) : 'pending';
  return { label: statusLabels[known], ...details[known] };
}

/** The list differs in two places: `pending` is called Pending, and `assigned` is amber like everything still in progress. */
const inLists: Partial<Record<BookingStatus, { label?: string; tone?: Tone }>> = {
  pending: { label: 'Pending' },
  assigned: { tone: 'warn' },
};

export function listAppearance(status: BookingStatus | undefined): { label: string; tone: Tone } {
  if (!status) return { label: 'Pending', tone: 'neutral' };
  const { label, tone } = detailsAppearance(status);
  return { label, tone, ...inLists[status] };
}

/** Whether the booking is completed or cancelled. */
export function hasEnded(status: string): boolean {
  return ['done', 'cancelled'].includes(detailsAppearance(status).phase);
}
