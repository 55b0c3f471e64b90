// The 'Your price' card: base, delta label and total by the quote rule.
import { useMemo } from 'react';
import type { PriceLine, Tier } from '@/api/types';
import { isPricingFailure, type Pricing, usePricing } from '@/pricing';
import { poundsToPence } from '@/shared/money';
import type { BookingDraft } from '../draft';

export interface YourPrice {
  /** Pence. */
  base: number;
  lines: PriceLine[];
  /** 'Base price', 'Slot +£10', 'Same-day +£15' … */
  deltaLabel: string;
  /** Pence. */
  total: number;
  /** There is no estimate yet: the base is the book's. */
  guessed: boolean;
}

/** Undefined while the module loads; null when the job has no instant price. */
export function useYourPrice(draft: BookingDraft): YourPrice | null | undefined {
  const { data: pricing } = usePricing();
  return useMemo(() => (pricing ? priceOrNull(pricing, draft) : undefined), [pricing, draft]);
}

/** A draft that the rules refuse (kept by an older version, say) shows no price; the next step says why. */
function priceOrNull(pricing: Pricing, draft: BookingDraft): YourPrice | null {
  try {
    return yourPrice(pricing, draft);
  } catch (error) {
    if (isPricingFailure(error)) return null;
    throw error;
  }
}

export function yourPrice(pricing: Pricing, draft: BookingDraft): YourPrice | null {
  const { urgency, estimationResult: estimate } = draft;
  const pounds = estimate ? estimate.estimated_cost : pricing.refine({ urgency }).baseGBP;
  if (pounds === null) return null;
  const base = poundsToPence(pounds);
  const slotDeltaGBP = urgency === 'EMERGENCY' ? undefined : draft.selectedSlotPriceDelta;
  const quote = pricing.quote({
    basePence: base,
    tier: draft.tier,
    urgency,
    slotDeltaGBP,
    currency: draft.currency,
  });
  return {
    base,
    lines: quote.lines,
    deltaLabel: pricing.deltaLabel({ urgency, slotDeltaGBP }),
    total: quote.amountPence,
    guessed: !estimate,
  };
}

/** What each service level would cost, so that the choice is made by its price. */
export function totalsByTier(pricing: Pricing, draft: BookingDraft): Map<Tier, number> {
  const totals = new Map<Tier, number>();
  for (const tier of ['ECONOMY', 'STANDARD', 'PRIORITY'] as const) {
    if (tier === 'ECONOMY' && draft.urgency === 'EMERGENCY') continue;
    const price = priceOrNull(pricing, { ...draft, tier });
    if (price) totals.set(tier, price.total);
  }
  return totals;
}
