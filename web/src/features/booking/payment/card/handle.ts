import type { Ref } from 'react';
import type { CardPayment } from '@/api/types';

export type PaymentOutcome = { authorised: true } | { authorised: false; message: string };

/** What a card form needs to know of a payment. */
export type PaymentToConfirm = Pick<
  CardPayment,
  'bookingId' | 'amountPence' | 'paymentIntentId' | 'clientSecret'
>;

/** What the checkout asks of a card form, whichever provider stands behind it. */
export interface CardHandle {
  /** Checks what was typed before anything is booked; the form itself shows what is wrong. */
  check: () => Promise<boolean>;
  /**
   * Has the payment authorised. A declined card may be tried again on the same payment. A bank that wants the whole window sends back
   * to `returnTo`, the confirmation page unless told.
   */
  confirm: (payment: PaymentToConfirm, returnTo?: string) => Promise<PaymentOutcome>;
}

export interface CardFormProps {
  ref: Ref<CardHandle>;
  amountPence: number;
  busy: boolean;
  /** Called when the fields are there to be typed into, and when they are gone. */
  onMounted: (mounted: boolean) => void;
}

export const PAYMENT_FAILED = 'Payment failed.';
