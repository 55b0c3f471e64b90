import type { Dispute } from '@/api/types';

/** Why a job is disputed, in words. */
export const disputeReasons: Record<Dispute['reason'], string> = {
  not_done: 'The work was not done',
  poor_work: 'The work was done badly',
  damage: 'Something was damaged',
  price: 'The price is not what we agreed',
  other: 'Something else',
  chargeback: 'The bank has taken the payment back',
};
