// What the states of a payout mean to its pro.
import type { Payout, PayoutStatus } from '@/api/payouts';

interface Meaning {
  word: string;
  /** What is said of its amount beside the balance. */
  note: string;
  /** The colour of the word. */
  look: string;
  /** It may still change, and no other payout is made before. */
  isOpen: boolean;
}

export const statuses: Record<PayoutStatus, Meaning> = {
  pending: { word: 'On its way', note: 'is on its way to your bank', look: 'text-warn', isOpen: true },
  review: {
    word: 'Being checked',
    note: 'is being checked before it goes to your bank',
    look: 'text-warn',
    isOpen: true,
  },
  held: { word: 'On hold', note: 'is on hold', look: 'text-warn', isOpen: true },
  sent: { word: 'Paid', note: 'was paid to your bank', look: 'text-muted', isOpen: false },
  failed: { word: 'Returned', note: 'came back from your bank', look: 'text-bad', isOpen: false },
};

export const isOpen = ({ status }: Payout) => statuses[status].isOpen;
