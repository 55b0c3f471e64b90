import type { Estimate } from '@/api/types';

/** Work on gas is for registered engineers by law; the price book marks the same types, but an estimate doesn't carry its mark. */
const GAS_SAFE = ['boiler_service', 'heating'];

export function needsGasSafe({ problem_type }: Estimate): boolean {
  return GAS_SAFE.includes(problem_type);
}

/** 'a plumber', 'an electrician', 'a Gas Safe registered engineer' */
export function workerFor(estimate: Estimate): string {
  if (needsGasSafe(estimate)) return 'a Gas Safe registered engineer';
  return `${/^[aeiou]/i.test(estimate.trade) ? 'an' : 'a'} ${estimate.trade}`;
}
