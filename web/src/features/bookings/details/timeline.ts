// The steps of the details page in order, and how far the booking has come.
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

/** The step for a status that is not a step of its own. */
const stepFor: Record<string, string> = { accepted: 'pending', no_response: 'pending' };

export interface Timeline {
  steps: string[];
  stepOf: (event: string) => number | undefined;
  now: number;
}

export function timelineOf({ status, quote_mode, payment_method }: Booking): Timeline {
  // Cash and a client's own budget are not paid in advance.
  const isPrepaid = payment_method !== 'cash' && quote_mode !== 'REQUEST';
  const steps = order.filter(([code]) => isPrepaid || code !== 'paid');
  const indexOf = (code: string) => {
    const index = steps.findIndex(([step]) => step === (stepFor[code] ?? code));
    return index < 0 ? undefined : index;
  };
  const at = indexOf(status) ?? 0;
  return {
    steps: steps.map(([, label]) => label),
    stepOf: indexOf,
    now: status === 'completed' ? steps.length : at,
  };
}
