// What extra work is in words, for its client.
import type { ChangeOrder } from '@/api/types';
import type { LiveBooking } from '@/shared/live/useBooking';
import { asLondon } from '@/shared/london';
import { formatPence } from '@/shared/money';

export function titleOf({ status }: ChangeOrder): string {
  return status === 'open' ? 'Your pro suggests extra work' : 'Your pro is waiting for your payment';
}

/** What is to be done, with the time by which. */
export function requestOf(order: ChangeOrder, booking: LiveBooking): string {
  const { clock } = asLondon(order.until);
  if (order.status === 'open') return `Please answer by ${clock}. Nothing is charged unless you approve.`;
  if (isDue(booking)) return `You have approved it. Please pay ${formatPence(order.sumPence)} by ${clock}.`;
  return 'Your payment is being confirmed.';
}

/** Its payment is asked for; otherwise a card is being charged already. */
export function isDue({ payment_due }: LiveBooking): boolean {
  return payment_due?.reason === 'change_order';
}

export function approveLabel({ sumPence }: ChangeOrder, { payment_method }: LiveBooking): string {
  const sum = formatPence(sumPence);
  return payment_method === 'cash' ? `Approve ${sum} more` : `Approve and pay ${sum}`;
}

/** How it is paid, below the buttons. */
export function paymentNote({ sumPence }: ChangeOrder, booking: LiveBooking): string {
  const total = formatPence((booking.amount_pence ?? 0) + sumPence);
  return booking.payment_method === 'cash'
    ? `You pay ${total} in cash in all when the job is done. Declining costs nothing.`
    : `That brings the total to ${total}. Declining costs nothing: the job goes on as booked.`;
}
