// A stamp for each completed booking, and £10 for every fifth.
import { poundsToPence } from '@/shared/money';
import { bookingsOf } from './access';
import { iso } from './clock';
import type { Schemas } from './route';

export const STAMPS = 5;
const REWARD = poundsToPence(10);

export function rewardsOf(clientId: string): Schemas['ExportedCoupon'][] {
  const completed = bookingsOf(clientId).filter(({ status }) => status === 'completed');
  const ends = completed.map(({ since }) => since).sort((a, b) => a - b);
  const filled = ends.filter((_, index) => (index + 1) % STAMPS === 0);
  return filled.map((end, index) => ({
    code: `DEMO${index + 1}`,
    amountPence: REWARD,
    grantedAt: iso(end),
  }));
}
