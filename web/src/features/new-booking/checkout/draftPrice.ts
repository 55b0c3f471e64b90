// What the draft costs at the full postcode, computed on this device. It is shown while the signed quote loads and when offline, and is sent
// with the request so that the server can say when it disagrees.
import type { PriceLine } from '@/api/types';
import type { Estimate, Pricing, Quote } from '@/pricing';
import { poundsToPence } from '@/shared/money';
import type { BookingDraft } from '../draft';

/** The full postcode or a newer price book changed the price; both totals are before any coupon. */
export interface PriceChange {
  wasPence: number;
  nowPence: number;
  /** As in 'SW1'; the same twice when it was the price book. */
  wasArea: string;
  nowArea: string;
}

export interface DraftPrice {
  /** The estimate at the full postcode. */
  estimate: Estimate;
  lines: PriceLine[];
  /** The total with the coupon. */
  amountPence: number;
  /** The total without the coupon, which coupons and budgets are compared with. */
  beforeCouponPence: number;
  /** There is no instant price, or its confidence is too low: pros name one, or the client suggests a budget. */
  isOpen: boolean;
  change: PriceChange | null;
}

/** Throws a PricingFailure, for example for a combination the rules do not allow. */
export function priceDraft(pricing: Pricing, draft: BookingDraft): DraftPrice {
  const estimate = pricing.estimate({
    text: draft.description,
    postcode: draft.address?.postcode ?? draft.postcodePrefix,
    quickFix: draft.quickFix,
    problemTypeToUse: draft.problemTypeToUse,
    dangerAnswers: draft.dangerAnswers,
  });
  const basePence = poundsToPence(estimate.estimated_cost ?? 0);
  const quoted = withCoupon(quoteDraft(pricing, draft, basePence, draft.couponCode), draft);
  const nowPence = quoted.amountPence + quoted.discountPence;
  const before = priceBefore(draft, basePence);
  return {
    estimate,
    lines: quoted.lines,
    amountPence: quoted.amountPence,
    beforeCouponPence: nowPence,
    isOpen: estimate.suggested_flow !== 'instant_price',
    change: before && {
      wasPence: quoteDraft(pricing, draft, before.basePence).amountPence,
      nowPence,
      wasArea: before.area,
      nowArea: before.nowArea,
    },
  };
}

function quoteDraft(pricing: Pricing, draft: BookingDraft, basePence: number, couponCode?: string): Quote {
  const hasSlot = draft.urgency !== 'EMERGENCY' && draft.selectedSlotPriceDelta !== undefined;
  return pricing.quote({
    basePence,
    tier: draft.tier,
    urgency: draft.urgency,
    currency: draft.currency,
    slotDeltaGBP: hasSlot ? draft.selectedSlotPriceDelta : undefined,
    couponCode,
  });
}

/** A personal coupon is not in the price book: what the server said when it was applied counts. */
function withCoupon(quoted: Quote, { couponCode, couponDiscountPence = 0 }: BookingDraft): Quote {
  const discountPence = Math.min(couponDiscountPence, quoted.amountPence);
  if (!couponCode || quoted.discountPence > 0 || discountPence === 0) return quoted;
  return {
    ...quoted,
    discountPence,
    amountPence: quoted.amountPence - discountPence,
    lines: [...quoted.lines, { kind: 'coupon', label: 'Coupon', amountPence: -discountPence }],
  };
}

/** The base estimate that the client was shown before, if it was another one. */
function priceBefore(
  { baseChange, estimationResult, postcodePrefix: area }: BookingDraft,
  basePence: number,
) {
  if (baseChange && baseChange.toPence === basePence)
    return { basePence: baseChange.fromPence, area: baseChange.fromArea, nowArea: baseChange.toArea };
  const was = estimationResult?.estimated_cost;
  if (typeof was !== 'number' || basePence === 0 || poundsToPence(was) === basePence) return null;
  return { basePence: poundsToPence(was), area, nowArea: area };
}
