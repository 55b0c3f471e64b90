// A description with jobs of several trades: what there is to book, one for each trade.
import type { Explained } from '@/api/types';
import { tradeOf } from './trades';

export interface TradeJob {
  /** 'plumber' */
  trade: string;
  /** Its problem type's code. */
  code: string;
}

/** The jobs that a description was read as, the first of each trade; empty if one trade does it all. */
export function jobsByTrade(explanation: readonly Explained[] | undefined): readonly TradeJob[] {
  const jobs = new Map<string, TradeJob>();
  for (const { kind, entry: code } of explanation ?? []) {
    const trade = tradeOf(code);
    if (kind === 'several' && !jobs.has(trade)) jobs.set(trade, { trade, code });
  }
  return jobs.size > 1 ? [...jobs.values()] : [];
}
