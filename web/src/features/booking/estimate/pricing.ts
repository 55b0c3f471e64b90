// What the draft's inputs cost, and whether a result still belongs to them. No price is computed here: the pricing module does that.
import type { Estimate } from '@/api/types';
import { isPricingFailure, type Pricing } from '@/pricing';
import type { BookingDraft } from '../draft';
import { getDraft, updateDraft } from '../draft';

/** What an estimate is made from; two equal inputs have one price. */
export interface EstimateInput {
  /** Trimmed. */
  text: string;
  /** A prefix, upper-cased. */
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

/** The estimate, or null when the input is refused (too short, no such area). */
export function tryEstimate(pricing: Pricing, input: EstimateInput): Estimate | null {
  try {
    return pricing.estimate(input);
  } catch (error) {
    if (isPricingFailure(error)) return null;
    throw error;
  }
}

/** Puts a result and its input into the draft; null marks what was there as stale. After a danger the draft goes on with
 *  electrics once the power is off, with gas never. */
export function storeEstimate(input: EstimateInput, result: Estimate | null): void {
  const danger = dangerOf(result);
  const held = danger === 'gas' || (danger === 'electrics' && !getDraft().powerOff);
  const estimate = held ? null : result;
  updateDraft({
    description: input.text,
    postcodePrefix: input.postcode,
    quickFix: input.quickFix,
    problemTypeToUse: input.problemTypeToUse,
    problemType: estimate?.problem_type,
    estimationResult: estimate ?? undefined,
  });
}

export type DangerKind = 'gas' | 'electrics';

/** Gas and carbon monoxide can't be booked; electrics can, once the power is off. */
export function dangerOf(estimate: Estimate | null | undefined): DangerKind | null {
  if (estimate?.mode !== 'danger') return null;
  return estimate.problem_type === 'heating' ? 'gas' : 'electrics';
}

/** Without a price, or with too little confidence in it (the price book says how little), pros are asked for quotes. */
export function wantsQuotes(estimate: Estimate): boolean {
  return estimate.suggested_flow !== 'instant_price';
}

/** The words on the button that goes on from a result. */
export function onwardLabel(estimate: Estimate): 'Continue' | 'Request quotes' {
  return wantsQuotes(estimate) ? 'Request quotes' : 'Continue';
}
