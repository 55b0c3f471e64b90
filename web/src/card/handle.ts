import type { Ref } from 'react';
import type { DuePayment } from '@/api/types';
import type { FieldProblem } from '@/ui';

/** What is said above the button of a checkout when something went wrong, and what to do about it. */
export interface CheckoutProblem {
  text: string;
  /** What to do now, and what has not happened. */
  advice?: string;
  /** The card was refused, so its field is marked. */
  cardRefused?: boolean;
  /** The payment can't be made any more; another one can. */
  hasEnded?: boolean;
}

/** What a card form needs to know of a payment. */
export type PaymentToConfirm = DuePayment;

/** What the checkout needs from a card form, whichever provider it belongs to. */
export interface CardHandle {
  /** Validates the input before anything is booked. The form shows each error at its field; the screen lists them. */
  check: () => Promise<FieldProblem[]>;
  /**
   * Has the payment authorised; null once it is. A declined card can be retried on the same payment. A bank that takes over the whole window
   * returns to `returnTo`, a path of ours.
   */
  confirm: (payment: PaymentToConfirm, returnTo: string) => Promise<CheckoutProblem | null>;
}

export interface CardFormProps {
  ref: Ref<CardHandle>;
  amountPence: number;
  /** The card is kept until the visit, so that its hold can be renewed. */
  keepsCard: boolean;
  busy: boolean;
  /** The card was declined: its field is marked until the next try. */
  refused: boolean;
  /** Called when the fields become ready for input, and when they are removed. */
  onMounted: (mounted: boolean) => void;
}

export const PAYMENT_FAILED = 'Payment failed.';

/** The bank said no. */
export function declined(text: string): CheckoutProblem {
  return { text, advice: 'Try another card. Nothing has been charged.', cardRefused: true };
}

/** It was cancelled, or its time was over. */
export const ENDED: CheckoutProblem = {
  text: 'This payment has ended: it was begun again elsewhere, or took too long.',
  advice: "Nothing has been charged. Please try again; you won't be charged twice.",
  hasEnded: true,
};

/** Nobody said anything: the payment may have been authorised, and asking again does it no second time. */
export const NOT_HEARD: CheckoutProblem = {
  text: "We couldn't hear back.",
  advice: "Press Pay again; you won't be charged twice.",
};
