// The estimate for the draft's input, and whether a result still matches it. The price itself comes from the pricing module.
import type { Estimate } from '@/api/types';
import { isPricingFailure, type Pricing } from '@/pricing';
import type { BookingDraft } from '../draft';
import { getDraft, updateDraft } from '../draft';

/** The input of an estimate; equal inputs have the same price. */
export interface EstimateInput {
  /** The trimmed description. */
  text: string;
  /** A postcode prefix in upper case. */
  postcode: string;
  quickFix?: string | undefined;
  problemTypeToUse?: string | undefined;
}

export function inputOf(draft: BookingDraft): EstimateInput {
  return {
    text: draft.description,
    postcode: draft.postcodePrefix,
    quickFix: draft.quickFix,
    problemTypeToUse: draft.problemTypeToUse,
  };
}

export function sameInput(one: EstimateInput, other: EstimateInput): boolean {
  return (
    one.text === other.text &&
    one.postcode === other.postcode &&
    one.quickFix === other.quickFix &&
    one.problemTypeToUse === other.problemTypeToUse
  );
}

/** The estimate, or null if the input is rejected (too short, no such area). */
export function tryEstimate(pricing: Pricing, input: EstimateInput): Estimate | null {
  try {
    return pricing.estimate(input);
  } catch (error) {
    if (isPricingFailure(error)) return null;
    throw error;
  }
}

/** Stores an estimate and its input in the draft; null clears an outdated one. Dangerous jobs do not get an estimate to continue with: gas
 *  never, electrics only once the power is off. */
export function storeEstimate(input: EstimateInput, result: Estimate | null): void {
  const danger = dangerOf(result);
  const blocked = danger === 'gas' || (danger === 'electrics' && !getDraft().powerOff);
  const estimate = blocked ? null : result;
  updateDraft({
    description: input.text,
    postcodePrefix: input.postcode,
    quickFix: input.quickFix,
    problemTypeToUse: input.problemTypeToUse,
    problemType: estimate?.problem_type,
    estimationResult: estimate ?? undefined,
    baseChange: undefined,
  });
}

export type DangerKind = 'gas' | 'electrics';

/** Gas and carbon monoxide cannot be booked; electrics can, once the power is off. */
export function dangerOf(estimate: Estimate | null | undefined): DangerKind | null {
  if (estimate?.mode !== 'danger') return null;
  return estimate.problem_type === 'heating' ? 'gas' : 'electrics';
}

/** Without a price, or with too little confidence in it (the price book says how little), pros are asked for quotes. */
export function needsQuotes(estimate: Estimate): boolean {
  return estimate.suggested_flow !== 'instant_price';
}

/** The label of the button that continues from a result. */
export function continueLabel(estimate: Estimate): 'Continue' | 'Request quotes' {
  return needsQuotes(estimate) ? 'Request quotes' : 'Continue';
}
