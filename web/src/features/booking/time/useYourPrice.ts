// The amounts of the 'Your price' card: base, delta label and total, by the same rule as a quote.
import { useMemo } from 'react';
import type { PriceLine, Tier } from '@/api/types';
import { isPricingFailure, type Pricing, usePricing } from '@/pricing';
import { poundsToPence } from '@/shared/money';
import type { BookingDraft } from '../draft';

export interface YourPrice {
  /** In pence. */
  base: number;
  lines: PriceLine[];
  /** 'Base price', 'Slot +£10', 'Same-day +£15' … */
  deltaLabel: string;
  /** In pence. */
  total: number;
  /** There is no estimate yet, so the base is the price book's default. */
  guessed: boolean;
}

/** Undefined while the module loads; null if the job has no instant price. */
export function useYourPrice(draft: BookingDraft): YourPrice | null | undefined {
  const { data: pricing } = usePricing();
  return useMemo(() => (pricing ? priceOrNull(pricing, draft) : undefined), [pricing, draft]);
}

/** No price for a draft the rules reject (stored by an older version, say); the next step says why. */
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

/** The total at each service level, so that they can be compared. */
export function totalsByTier(pricing: Pricing, draft: BookingDraft): Map<Tier, number> {
  const totals = new Map<Tier, number>();
  for (const tier of ['ECONOMY', 'STANDARD', 'PRIORITY'] as const) {
    if (tier === 'ECONOMY' && draft.urgency === 'EMERGENCY') continue;
    const price = priceOrNull(pricing, { ...draft, tier });
    if (price) totals.set(tier, price.total);
  }
  return totals;
}
