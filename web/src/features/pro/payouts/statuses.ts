// What the states of a payout mean to its pro.
import type { Payout, PayoutStatus } from '@/api/payouts';

interface Meaning {
  word: string;
  /** The colour of the word. */
  look: string;
  /** It may still change, and no other payout is made before. */
  isOpen: boolean;
}

export const statuses: Record<PayoutStatus, Meaning> = {
  pending: { word: 'On its way', look: 'text-warn', isOpen: true },
  review: { word: 'Being checked', look: 'text-warn', isOpen: true },
  held: { word: 'On hold', look: 'text-warn', isOpen: true },
  sent: { word: 'Paid', look: 'text-muted', isOpen: false },
  failed: { word: 'Returned', look: 'text-bad', isOpen: false },
};

export const isOpen = ({ status }: Payout) => statuses[status].isOpen;
