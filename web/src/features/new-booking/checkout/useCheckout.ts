// The signed price and its redemption, for whatever the client has chosen.

import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { isUnreachable } from '@/api/problem';
import type { CheckoutProblem } from '@/card/handle';
import { type BookingDraft, missingStep } from '../draft';
import type { DraftPrice } from './draftPrice';
import { isPaying, noPayment } from './inProgress';
import { problemOf } from './problem';
import { redirectOn } from './redirects';
import { type QuoteState, useQuote } from './useQuote';
import { type Redemption, useRedemption } from './useRedemption';

/** Pay the price, suggest a budget, or let pros name a price. */
export type PriceMode = 'AGREE' | 'CUSTOM' | 'OPEN';

export interface Checkout {
  quoteState: QuoteState;
  redemption: Redemption;
  /** What went wrong last. Being offline is said above the screen. */
  problem: CheckoutProblem | null;
}

/** Without a price nothing is asked of the server yet. */
export function useCheckout(draft: BookingDraft, mode: PriceMode, price: DraftPrice | undefined): Checkout {
  const navigate = useNavigate();
  const [inProgress] = useState(noPayment);
  const quoteState = useQuote(draft, {
    // A step that has just been cleared is on its way to be asked again.
    price: missingStep(draft) ? undefined : price,
    // A budget is compared with the price before any coupon.
    couponCode: mode === 'AGREE' ? draft.couponCode : undefined,
    isPaying: () => isPaying(inProgress),
  });
  const redemption = useRedemption({ draft, quoteState, inProgress });
  const { error, changed, accept } = quoteState;

  useEffect(() => {
    if (error) redirectOn(error, navigate);
  }, [error, navigate]);

  // Where pros name the price, ours is not shown, and so a changed one is no question.
  const acceptUnasked = useEffectEvent(accept);
  useEffect(() => {
    if (mode === 'OPEN' && changed) acceptUnasked();
  }, [mode, changed]);

  const unquoted = error && !isUnreachable(error) ? problemOf(error, mode === 'AGREE') : null;
  return { quoteState, redemption, problem: redemption.problem ?? unquoted };
}
