// Whether a full postcode outside the area of the estimate changes the price, and what the new price is.
import type { Estimate } from '@/api/types';
import { type Pricing, readOrNull } from '@/pricing';
import { formatRange, poundsToPence } from '@/shared/money';
import { type BaseChangeDraft, type BookingDraft, updateDraft } from '../draft';
import { type EstimateInput, inputOf, notServed, storeEstimate, tryEstimate } from '../estimate/pricing';

export interface AreaChange {
  /** As 'M1 1AE'. */
  postcode: string;
  /** The prefix given before. */
  before: string;
  /** The input for the new estimate. */
  input: EstimateInput;
  estimate: Estimate | null;
  /** What the new region does to the price, if anything. */
  baseChange: BaseChangeDraft | null;
}

/** Null while the postcode is incomplete, and when it is in the area given before. */
export function areaChange(pricing: Pricing, draft: BookingDraft, typed: string): AreaChange | null {
  const before = draft.postcodePrefix;
  const postcode = readOrNull(pricing, 'postcode', typed);
  // Where nobody works is said by the form.
  if (!postcode || !before || notServed(pricing, postcode) !== null) return null;
  const outward = postcode.split(' ')[0] ?? postcode;
  // 'BR1' starts with the letter of 'B' but is another postcode area, so it counts as outside.
  const areaOf = (prefix: string) => pricing.region({ postcode: prefix }).area;
  const inside = outward.startsWith(before) && areaOf(before) === areaOf(outward);
  if (inside) return null;
  const input = { ...inputOf(draft), postcode: outward };
  const estimate = draft.estimationResult ? tryEstimate(pricing, input) : null;
  const from = draft.estimationResult?.estimated_cost ?? null;
  const to = estimate?.estimated_cost ?? null;
  const baseChange =
    from === null || to === null || from === to
      ? null
      : { fromPence: poundsToPence(from), fromArea: before, toPence: poundsToPence(to), toArea: outward };
  return { postcode, before, input, estimate, baseChange };
}

/** The new price goes into the draft, and what it was before, for the screen that shows the price next. */
export function applyAreaChange(change: AreaChange): void {
  storeEstimate(change.input, change.estimate);
  updateDraft({ baseChange: change.baseChange ?? undefined });
}

/** '£80–£95' */
export function newRange(change: AreaChange): string {
  const { estimate } = change;
  if (!estimate || estimate.base_min === null || estimate.base_max === null) return '';
  return formatRange(estimate.base_min, estimate.base_max, estimate.currency);
}
