// How a status looks in the list and on the details page (second document, section 4; decisions.md section 7): label, tone, phase.
import type { BookingStatus } from '@/api/types';
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

const matching: DetailsFace = { label: 'Matching', phase: 'searching', tone: 'warn' };

const details: Record<BookingStatus, DetailsFace> = {
  created: { label: 'Created', phase: 'searching', tone: 'neutral' },
  paid: { label: 'Paid', phase: 'searching', tone: 'good' },
  pending: matching,
  accepted: { label: 'Waiting for you', phase: 'searching', tone: 'warn' },
  no_response: { label: 'No response', phase: 'no_response', tone: 'bad' },
  confirmed: { label: 'Confirmed', phase: 'booked', tone: 'good' },
  assigned: { label: 'Pro assigned', phase: 'booked', tone: 'good' },
  en_route: { label: 'On the way', phase: 'on_the_way', tone: 'warn' },
  in_progress: { label: 'In progress', phase: 'in_progress', tone: 'warn' },
  completed: { label: 'Completed', phase: 'done', tone: 'good' },
  cancelled: { label: 'Cancelled', phase: 'cancelled', tone: 'bad' },
};

/** On the details page; an unknown status is being matched. */
export function detailsFace(status: string): DetailsFace {
  return details[status as BookingStatus] ?? matching;
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
