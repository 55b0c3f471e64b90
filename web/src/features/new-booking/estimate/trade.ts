import type { Estimate } from '@/api/types';

/** Work on gas is for registered engineers by law, whatever type was chosen. */
export function needsGasSafe({ gas_work }: Estimate): boolean {
  return gas_work;
}

/** 'a plumber', 'an electrician', 'a Gas Safe registered engineer' */
export function workerFor(estimate: Estimate): string {
  if (needsGasSafe(estimate)) return 'a Gas Safe registered engineer';
  return withArticle(estimate.trade);
}

export function withArticle(trade: string): string {
  return `${/^[aeiou]/i.test(trade) ? 'an' : 'a'} ${trade}`;
}
