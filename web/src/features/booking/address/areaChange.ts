// A full postcode outside the area that the estimate was made for: whether that changes the price, and what the new one is.
import type { Estimate } from '@/api/types';
import type { Pricing } from '@/pricing';
import { formatRange } from '@/shared/money';
import type { BookingDraft } from '../draft';
import { type EstimateInput, inputOf, storeEstimate, tryEstimate } from '../estimate/pricing';

export interface AreaChange {
  /** As 'M1 1AE'. */
  postcode: string;
  /** The prefix that was given before. */
  before: string;
  /** What the estimate is made from now. */
  input: EstimateInput;
  estimate: Estimate | null;
  priceChanged: boolean;
}

/** Null while the postcode is not complete, and when it lies in the area given before. */
export function areaChange(pricing: Pricing, draft: BookingDraft, typed: string): AreaChange | null {
  const before = draft.postcodePrefix;
  const postcode = complete(pricing, typed);
  if (!postcode || !before) return null;
  const outward = postcode.split(' ')[0] ?? postcode;
  // 'B' begins 'BR1' in letters only: another postcode area is outside, too.
  const areaOf = (prefix: string) => pricing.region({ postcode: prefix }).area;
  const inside = outward.startsWith(before) && areaOf(before) === areaOf(outward);
  if (inside) return null;
  const input = { ...inputOf(draft), postcode: outward };
  const estimate = draft.estimationResult ? tryEstimate(pricing, input) : null;
  const priceChanged =
    estimate !== null && estimate.estimated_cost !== draft.estimationResult?.estimated_cost;
  return { postcode, before, input, estimate, priceChanged };
}

export function applyAreaChange(change: AreaChange): void {
  storeEstimate(change.input, change.estimate);
}

/** '£80–£95' */
export function newRange(change: AreaChange): string {
  const { estimate } = change;
  if (!estimate || estimate.base_min === null || estimate.base_max === null) return '';
  return formatRange(estimate.base_min, estimate.base_max, estimate.currency);
}

function complete(pricing: Pricing, typed: string): string | null {
  try {
    return pricing.formatPostcode(typed);
  } catch {
    return null;
  }
}
