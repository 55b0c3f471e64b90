// The steps of the details page in order, and how far the booking has come.
import type { Booking, BookingStatus } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';

const order: readonly (readonly [BookingStatus, string])[] = [
  ['created', 'Request created'],
  ['paid', 'Payment received'],
  ['pending', 'Matching'],
  ['confirmed', 'Booking confirmed'],
  ['assigned', 'Pro assigned'],
  ['en_route', 'On the way'],
  ['in_progress', 'Work in progress'],
  ['completed', 'Completed'],
];

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
    const index = steps.findIndex(([step]) => step === code);
    return index < 0 ? undefined : index;
  };
  const { step, phase } = factsOf(status);
  return {
    steps: steps.map(([, label]) => label),
    stepOf: indexOf,
    now: phase === 'done' ? steps.length : (indexOf(step) ?? 0),
  };
}
