// The payment under way, shared by the quote, which is not renewed meanwhile, and its redemption.
import type { CreatedPayment, Quote } from '@/api/types';
import { serverNow } from '@/shared/session';

export interface PaymentInProgress {
  /** The button was pressed and its work has not finished. */
  running: boolean;
  /** A redeemed quote whose card has not been authorised yet: a declined card is retried on the same payment. */
  open: { quoteId: string; payment: CreatedPayment } | null;
}

export function noPayment(): PaymentInProgress {
  return { running: false, open: null };
}

export function isPaying({ running, open }: PaymentInProgress): boolean {
  return running || (open !== null && isStillValid(open.payment));
}

/** The payment already made for this quote, unless it has expired. */
export function existingPayment({ open }: PaymentInProgress, quote: Quote): CreatedPayment | null {
  return open?.quoteId === quote.quoteId && isStillValid(open.payment) ? open.payment : null;
}

function isStillValid(payment: CreatedPayment): boolean {
  return payment.payByEpochSec * 1000 > serverNow();
}
