// The amounts of the 'Your price' card (base, delta label, total) and of the slots, by the same rule as a quote.
import { useMemo } from 'react';
import type { PriceLine, Tier, TimeSlot } from '@/api/types';
import { isPricingFailure, type Pricing, usePricing } from '@/pricing';
import { poundsToPence } from '@/shared/money';
import type { BookingDraft } from '../draft';

export interface YourPrice {
  /** In pence. */
  base: number;
  lines: PriceLine[];
  /** 'Base price', 'Slot +£10', 'Pick a time' … */
  deltaLabel: string;
  /** In pence. */
  total: number;
  /** There is no slot yet: the total is that of the day's cheapest one, or of any day's. */
  from: boolean;
  /** There is no estimate yet, so the base is the price book's default. */
  guessed: boolean;
}

/** Totals in pence by a slot's price difference in pounds; empty without an instant price. */
export type SlotTotals = ReadonlyMap<number, number>;

const NO_SLOTS: readonly TimeSlot[] = [];

/** Undefined while the module or the slots load; null if the job has no instant price. */
export function useYourPrice(
  draft: BookingDraft,
  totals: SlotTotals,
  shown: readonly TimeSlot[],
): YourPrice | null | undefined {
  const { data: pricing } = usePricing();
  const price = useMemo(() => (pricing ? priceOrNull(pricing, draft) : undefined), [pricing, draft]);
  if (!price || draft.urgency === 'EMERGENCY' || draft.timeSlotId) return price;
  return fromCheapest(price, totals, shown);
}

/** The total of every slot, computed once and not with each choice. */
export function useSlotTotals(draft: BookingDraft, slots: readonly TimeSlot[] = NO_SLOTS): SlotTotals {
  const { data: pricing } = usePricing();
  const { tier, currency, estimationResult } = draft;
  return useMemo(
    () => (pricing ? slotTotals(pricing, { tier, currency, estimationResult }, slots) : new Map()),
    [pricing, tier, currency, estimationResult, slots],
  );
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
  const { urgency } = draft;
  const base = baseOf(pricing, draft);
  if (base === null) return null;
  const emergency = urgency === 'EMERGENCY';
  const slotDeltaGBP = emergency ? undefined : draft.selectedSlotPriceDelta;
  const quote = pricing.quote({
    basePence: base,
    tier: emergency ? 'STANDARD' : draft.tier,
    urgency,
    slotDeltaGBP,
    currency: draft.currency,
  });
  return {
    base,
    lines: quote.lines,
    deltaLabel: pricing.deltaLabel({ urgency, slotDeltaGBP }),
    total: quote.amountPence,
    from: false,
    guessed: !draft.estimationResult,
  };
}

/** In pence; null if the job has no instant price. */
function baseOf(
  pricing: Pricing,
  { estimationResult }: Pick<BookingDraft, 'estimationResult'>,
): number | null {
  const pounds = estimationResult
    ? estimationResult.estimated_cost
    : pricing.refine({ urgency: 'SCHEDULED' }).baseGBP;
  return pounds === null ? null : poundsToPence(pounds);
}

function fromCheapest(
  price: YourPrice,
  totals: SlotTotals,
  shown: readonly TimeSlot[],
): YourPrice | undefined {
  const ofDay = shown.flatMap(({ priceDelta }) => totals.get(priceDelta) ?? []);
  const known = ofDay.length > 0 ? ofDay : [...totals.values()];
  if (known.length === 0) return undefined;
  return {
    ...price,
    lines: price.lines.filter(({ kind }) => kind !== 'schedule'),
    deltaLabel: 'Pick a time',
    total: Math.min(...known),
    from: true,
  };
}

/** Slots differ in their price difference only, so each of the few there are is priced once. */
export function slotTotals(
  pricing: Pricing,
  terms: Pick<BookingDraft, 'tier' | 'currency' | 'estimationResult'>,
  slots: readonly TimeSlot[],
): SlotTotals {
  const totals = new Map<number, number>();
  const basePence = baseOf(pricing, terms);
  if (basePence === null) return totals;
  const { tier, currency } = terms;
  for (const { priceDelta: slotDeltaGBP } of slots) {
    if (totals.has(slotDeltaGBP)) continue;
    const quote = pricing.quote({ basePence, tier, currency, urgency: 'SCHEDULED', slotDeltaGBP });
    totals.set(slotDeltaGBP, quote.amountPence);
  }
  return totals;
}

/** The total at each service level, so that they can be compared. */
export function totalsByTier(pricing: Pricing, draft: BookingDraft): Map<Tier, number> {
  const totals = new Map<Tier, number>();
  for (const tier of ['ECONOMY', 'STANDARD', 'PRIORITY'] as const) {
    const price = priceOrNull(pricing, { ...draft, tier });
    if (price) totals.set(tier, price.total);
  }
  return totals;
}
