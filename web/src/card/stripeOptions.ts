// What Stripe's Payment Element is asked for. The intent that Pay creates takes cards alone, since only they can be held: whatever else was
// shown would be refused when it is confirmed. This is as stripe-js types and documents it; it was not seen against Stripe.
import type { StripeElementsOptionsMode, StripePaymentElementOptions } from '@stripe/stripe-js';

/** What the element is told of the intent, which does not exist yet; Stripe compares both when it is confirmed. */
export function intentOptions(amountPence: number, keepsCard: boolean): StripeElementsOptionsMode {
  return {
    mode: 'payment',
    // Stripe takes a new amount over, but refuses 0: with nothing to pay this form is about to go.
    amount: Math.max(amountPence, 1),
    currency: 'gbp',
    captureMethod: 'manual',
    allowedPaymentMethodTypes: ['card'],
    ...(keepsCard && { setupFutureUsage: 'off_session' as const }),
  };
}

/** Apple Pay and Google Pay pay by card; Link may pay otherwise. */
export const ELEMENT: StripePaymentElementOptions = { layout: 'tabs', wallets: { link: 'never' } };
