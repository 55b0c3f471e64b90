// The estimate for the draft's input, and whether a result still matches it. The price itself comes from the pricing module.
import type { DangerAnswer, DangerQuestion, Estimate } from '@/api/types';
import { isPricingFailure, type Pricing } from '@/pricing';
import { jobsByTrade } from '@/shared/eachTrade';
import { formatPounds, formatRange } from '@/shared/money';
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
  /** What was answered to the text's questions about danger. */
  dangerAnswers?: DangerAnswer[] | undefined;
}

export function inputOf(draft: BookingDraft): EstimateInput {
  return {
    text: draft.description,
    postcode: draft.postcodePrefix,
    quickFix: draft.quickFix,
    problemTypeToUse: draft.problemTypeToUse,
    dangerAnswers: draft.dangerAnswers,
  };
}

export function sameInput(one: EstimateInput, other: EstimateInput): boolean {
  return (
    one.text === other.text &&
    one.postcode === other.postcode &&
    one.quickFix === other.quickFix &&
    one.problemTypeToUse === other.problemTypeToUse &&
    sameAnswers(one.dangerAnswers, other.dangerAnswers)
  );
}

function sameAnswers(one: readonly DangerAnswer[] = [], other: readonly DangerAnswer[] = []): boolean {
  const isAmongOther = ({ kind, yes }: DangerAnswer) =>
    other.some((answer) => answer.kind === kind && answer.yes === yes);
  return one.length === other.length && one.every(isAmongOther);
}

/** The answers with this one among them. */
export function answered(
  before: readonly DangerAnswer[] | undefined,
  { kind }: DangerQuestion,
  yes: boolean,
): DangerAnswer[] {
  return [...(before ?? []).filter((answer) => answer.kind !== kind), { kind, yes }];
}

/** The estimate, or null if the input is rejected (too short, no such area, an area where we do not work). */
export function tryEstimate(pricing: Pricing, input: EstimateInput): Estimate | null {
  try {
    return pricing.estimate(input);
  } catch (error) {
    if (isPricingFailure(error)) return null;
    throw error;
  }
}

/** Why nobody can be sent to this area, or null if somebody can, or it is no area. */
export function notServed(pricing: Pick<Pricing, 'region'>, postcode: string): string | null {
  try {
    return pricing.region({ postcode }).not_served ?? null;
  } catch (error) {
    if (isPricingFailure(error)) return null;
    throw error;
  }
}

/** Whether a booking can go on from a result: its question about danger has been answered, and a trade here does it. */
export function isBookable(estimate: Pick<Estimate, 'danger_question' | 'out_of_scope'>): boolean {
  return !estimate.danger_question && !estimate.out_of_scope;
}

/** Whether each trade of several is to be booked by itself, and none was chosen yet. */
export function asksForEach({ mode, explanation }: Estimate): boolean {
  return mode !== 'chosen' && jobsByTrade(explanation).length > 0;
}

/** 'About £80–95.' where there is a price that only a pro can confirm: too little is sure. Null where the price stands, or there is none. */
export function aboutPrice(estimate: Estimate): string | null {
  const { base_min: low, base_max: high, currency } = estimate;
  if (low === null || high === null || !needsQuotes(estimate)) return null;
  const [from, to] = [formatPounds(low, currency), formatPounds(high, currency)];
  // As it is said: the sign stands once.
  return from === to ? `About ${from}.` : `About ${from}–${to.replace('£', '')}.`;
}

export const PRO_CONFIRMS = 'A pro confirms the price.';

/** Stores an estimate and its input in the draft; null clears an outdated one. Dangerous jobs do not get an estimate to continue with: gas
 *  never, electrics only once the power is off. Nor does what is still to be answered, or is not ours. */
export function storeEstimate(input: EstimateInput, result: Estimate | null): void {
  const danger = dangerOf(result);
  const blocked = danger === 'gas' || (danger === 'electrics' && !getDraft().powerOff);
  const estimate = blocked || !result || !isBookable(result) ? null : result;
  updateDraft({
    description: input.text,
    postcodePrefix: input.postcode,
    quickFix: input.quickFix,
    problemTypeToUse: input.problemTypeToUse,
    dangerAnswers: input.dangerAnswers,
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
/** 'the middle of £90–£105', where a range became one price without anybody choosing it. */
export function middleOf(estimate: Estimate | undefined): string | null {
  const { base_min: low, base_max: high, estimated_cost: cost, currency } = estimate ?? {};
  if (low == null || high == null || cost == null || low === high || cost !== (low + high) / 2) return null;
  return `the middle of ${formatRange(low, high, currency)}`;
}

export function continueLabel(estimate: Estimate): 'Continue' | 'Request quotes' {
  return needsQuotes(estimate) ? 'Request quotes' : 'Continue';
}
