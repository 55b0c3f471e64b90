// The steps of the details page (second document, section 2): what happened first to last, done up to where the booking stands.
import type { Booking } from '@/api/types';

const order = [
  ['created', 'Request created'],
  ['paid', 'Payment received'],
  ['pending', 'Matching'],
  ['confirmed', 'Booking confirmed'],
  ['assigned', 'Pro assigned'],
  ['en_route', 'On the way'],
  ['in_progress', 'Work in progress'],
  ['completed', 'Completed'],
] as const;

/** Where a status that is no step of its own stands. */
const standsAt: Record<string, string> = { accepted: 'pending', no_response: 'pending' };

export interface Timeline {
  steps: string[];
  stepOf: (event: string) => number | undefined;
  now: number;
}

export function timelineOf({ status, quote_mode, payment_method }: Booking): Timeline {
  // Nothing is paid beforehand in cash or with one's own budget.
  const isPrepaid = payment_method !== 'cash' && quote_mode !== 'REQUEST';
  const steps = order.filter(([code]) => isPrepaid || code !== 'paid');
  const indexOf = (code: string) => {
    const index = steps.findIndex(([step]) => step === (standsAt[code] ?? code));
    return index < 0 ? undefined : index;
  };
  const at = indexOf(status) ?? 0;
  return {
    steps: steps.map(([, label]) => label),
    stepOf: indexOf,
    now: status === 'completed' ? steps.length : at,
  };
}
