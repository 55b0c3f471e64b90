import type { Ref } from 'react';
import type { CardPayment } from '@/api/types';

export type PaymentOutcome = { authorised: true } | { authorised: false; message: string };

/** What a card form needs to know of a payment. */
export type PaymentToConfirm = Pick<
  CardPayment,
  'bookingId' | 'amountPence' | 'paymentIntentId' | 'clientSecret'
>;

/** What the checkout needs from a card form, whichever provider it belongs to. */
export interface CardHandle {
  /** Validates the input before anything is booked; the form shows any errors itself. */
  check: () => Promise<boolean>;
  /**
   * Has the payment authorised. A declined card can be retried on the same payment. A bank that takes over the whole window returns
   * to `returnTo`, by default the confirmation page.
   */
  confirm: (payment: PaymentToConfirm, returnTo?: string) => Promise<PaymentOutcome>;
}

export interface CardFormProps {
  ref: Ref<CardHandle>;
  amountPence: number;
  busy: boolean;
  /** Called when the fields become ready for input, and when they are removed. */
  onMounted: (mounted: boolean) => void;
}

export const PAYMENT_FAILED = 'Payment failed.';
