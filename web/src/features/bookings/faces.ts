// How a status looks in the list and on the details page (second document, section 4; decisions.md section 7): label, tone, phase.
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

export interface DetailsFace {
  label: string;
  phase: Phase;
  tone: Tone;
}

const details: Record<BookingStatus, Omit<DetailsFace, 'label'>> = {
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

/** On the details page; an unknown status is being matched. */
export function detailsFace(status: string): DetailsFace {
  const known = status in details ? (status as BookingStatus) : 'pending';
  return { label: statusLabels[known], ...details[known] };
}

/** In lists `pending` is called Pending, and what is under way is amber. */
const inLists: Partial<Record<BookingStatus, { label?: string; tone?: Tone }>> = {
  pending: { label: 'Pending' },
  assigned: { tone: 'warn' },
};

export function listFace(status: BookingStatus | undefined): { label: string; tone: Tone } {
  if (!status) return { label: 'Pending', tone: 'neutral' };
  const { label, tone } = detailsFace(status);
  return { label, tone, ...inLists[status] };
}

/** Nothing more happens by itself. */
export function hasEnded(status: string): boolean {
  return ['done', 'cancelled'].includes(detailsFace(status).phase);
}
