import type { Ref } from 'react';
import type { CardPayment } from '@/api/types';

export type PaymentOutcome = { authorised: true } | { authorised: false; message: string };

/** What the checkout needs from a card form, whichever provider it belongs to. */
export interface CardHandle {
  /** Validates the input before anything is booked; the form shows any errors itself. */
  check: () => Promise<boolean>;
  /** Has the payment authorised. A declined card can be retried on the same payment. */
  confirm: (payment: CardPayment) => Promise<PaymentOutcome>;
}

export interface CardFormProps {
  ref: Ref<CardHandle>;
  amountPence: number;
  busy: boolean;
  /** Called when the fields become ready for input, and when they are removed. */
  onMounted: (mounted: boolean) => void;
}

export const PAYMENT_FAILED = 'Payment failed.';
