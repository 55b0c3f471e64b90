// What the draft costs at the full postcode, computed on this device. It is shown while the signed quote loads and when offline, and is sent
// with the request so that the server can say when it disagrees.
import type { PriceLine } from '@/api/types';
import type { Estimate, Pricing, Quote } from '@/pricing';
import { poundsToPence } from '@/shared/money';
import type { BookingDraft } from '../draft';

/** The base estimate at the full postcode differs from the one for the prefix. */
export interface BaseChange {
  wasPence: number;
  nowPence: number;
  regionLabel: string;
  regionChanged: boolean;
}

export interface DraftPrice {
  /** The estimate at the full postcode. */
  estimate: Estimate;
  lines: PriceLine[];
  /** The total with the coupon. */
  amountPence: number;
  /** The total without the coupon, which coupons and budgets are compared with. */
  beforeCouponPence: number;
  /** There is no instant price, or its confidence is too low: the client can only suggest a budget. */
  budgetOnly: boolean;
  baseChange: BaseChange | null;
}

/** Throws a PricingFailure, for example for a combination the rules do not allow. */
export function priceDraft(pricing: Pricing, draft: BookingDraft): DraftPrice {
  const estimate = pricing.estimate({
    text: draft.description,
    postcode: draft.address?.postcode ?? draft.postcodePrefix,
    quickFix: draft.quickFix,
    problemTypeToUse: draft.problemTypeToUse,
  });
  const quoted = quoteDraft(pricing, draft, estimate);
  return {
    estimate,
    lines: quoted.lines,
    amountPence: quoted.amountPence,
    beforeCouponPence: quoted.amountPence + quoted.discountPence,
    budgetOnly: estimate.suggested_flow !== 'instant_price',
    baseChange: baseChange(draft.estimationResult, estimate),
  };
}

function quoteDraft(pricing: Pricing, draft: BookingDraft, estimate: Estimate): Quote {
  const hasSlot = draft.urgency !== 'EMERGENCY' && draft.selectedSlotPriceDelta !== undefined;
  return pricing.quote({
    basePence: poundsToPence(estimate.estimated_cost ?? 0),
    tier: draft.tier,
    urgency: draft.urgency,
    currency: draft.currency,
    slotDeltaGBP: hasSlot ? draft.selectedSlotPriceDelta : undefined,
    couponCode: draft.couponCode,
  });
}

function baseChange(before: BookingDraft['estimationResult'], now: Estimate): BaseChange | null {
  const was = before?.estimated_cost;
  const is = now.estimated_cost;
  if (typeof was !== 'number' || is === null || was === is) return null;
  return {
    wasPence: poundsToPence(was),
    nowPence: poundsToPence(is),
    regionLabel: now.region_label,
    regionChanged: before?.region_label !== now.region_label,
  };
}
