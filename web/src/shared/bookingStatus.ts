// Everything a booking's status means for the screens, in one table: a new status is a compile error here and nowhere else.
import type { BookingStatus } from '@/api/types';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad';

export type Phase =
  | 'searching'
  | 'no_response'
  | 'booked'
  | 'on_the_way'
  | 'in_progress'
  | 'done'
  | 'cancelled';

/** The states of the live page. */
export type LiveStatus =
  | 'CREATED'
  | 'MATCHING'
  | 'WAITING_FOR_YOU'
  | 'ASSIGNED'
  | 'EN_ROUTE'
  | 'IN_PROGRESS'
  | 'COMPLETED'
  | 'CANCELLED'
  | 'NO_RESPONSE';

/** What the card's money is doing; cash is paid at the door whatever the status. */
export type CardMoney = 'unconfirmed' | 'held' | 'charged' | 'kept_for_a_while' | 'released';

export interface StatusFacts {
  /** What it is called on a page of its own; the live page's badge has words of its own. */
  word: string;
  /** What lists call it, where that differs. */
  listed?: string;
  tone: Tone;
  phase: Phase;
  live: LiveStatus;
  money: CardMoney;
  /** The step of the details page's timeline that it belongs to. */
  step: BookingStatus;
  /** Nothing can happen to it any more. */
  hasEnded: boolean;
  /** The client may still call it off. */
  canCancel: boolean;
  /** The search for a pro may be started. */
  canStartSearch: boolean;
  /** Pros are asked: one of them may take it. */
  isOffered: boolean;
  /** The client may offer more. */
  canRaise: boolean;
  /** How the client gets another time: at once, or by a suggestion that the pro answers. */
  move: 'at_once' | 'by_suggestion' | 'never';
  /** A pro has it, and work has not begun. */
  isProComing: boolean;
  /** The pro is or was on the way. */
  hasSetOff: boolean;
}

const open = {
  hasEnded: false,
  canCancel: true,
  canStartSearch: false,
  isOffered: false,
  canRaise: false,
  move: 'never',
  isProComing: false,
  hasSetOff: false,
} as const;
const ended = { ...open, hasEnded: true, canCancel: false } as const;

export const statusFacts: Record<BookingStatus, StatusFacts> = {
  created: {
    ...open,
    word: 'Created',
    tone: 'neutral',
    phase: 'searching',
    live: 'CREATED',
    money: 'unconfirmed',
    step: 'created',
  },
  paid: {
    ...open,
    canStartSearch: true,
    word: 'Paid',
    tone: 'good',
    phase: 'searching',
    live: 'MATCHING',
    money: 'held',
    step: 'paid',
  },
  pending: {
    ...open,
    canStartSearch: true,
    isOffered: true,
    canRaise: true,
    move: 'at_once',
    word: 'Matching',
    listed: 'Pending',
    tone: 'warn',
    phase: 'searching',
    live: 'MATCHING',
    money: 'held',
    step: 'pending',
  },
  accepted: {
    ...open,
    word: 'Waiting for you',
    tone: 'warn',
    phase: 'searching',
    live: 'WAITING_FOR_YOU',
    money: 'held',
    step: 'pending',
  },
  no_response: {
    ...open,
    canRaise: true,
    move: 'at_once',
    word: 'No response',
    tone: 'bad',
    phase: 'no_response',
    live: 'NO_RESPONSE',
    money: 'kept_for_a_while',
    step: 'pending',
  },
  confirmed: {
    ...open,
    word: 'Confirmed',
    tone: 'good',
    phase: 'booked',
    live: 'ASSIGNED',
    money: 'held',
    step: 'confirmed',
  },
  assigned: {
    ...open,
    move: 'by_suggestion',
    isProComing: true,
    word: 'Pro assigned',
    tone: 'good',
    phase: 'booked',
    live: 'ASSIGNED',
    money: 'charged',
    step: 'assigned',
  },
  en_route: {
    ...open,
    isProComing: true,
    hasSetOff: true,
    word: 'On the way',
    tone: 'warn',
    phase: 'on_the_way',
    live: 'EN_ROUTE',
    money: 'charged',
    step: 'en_route',
  },
  in_progress: {
    ...open,
    canCancel: false,
    hasSetOff: true,
    word: 'In progress',
    tone: 'warn',
    phase: 'in_progress',
    live: 'IN_PROGRESS',
    money: 'charged',
    step: 'in_progress',
  },
  completed: {
    ...ended,
    hasSetOff: true,
    word: 'Completed',
    tone: 'good',
    phase: 'done',
    live: 'COMPLETED',
    money: 'charged',
    step: 'completed',
  },
  cancelled: {
    ...ended,
    word: 'Cancelled',
    tone: 'bad',
    phase: 'cancelled',
    live: 'CANCELLED',
    money: 'released',
    step: 'cancelled',
  },
};

/** A status that only a newer server knows shows as matching, as the documents have it, and can only be called off. */
const unknown: StatusFacts = { ...statusFacts.pending, ...open };

export function factsOf(status: string): StatusFacts {
  return Object.hasOwn(statusFacts, status) ? statusFacts[status as BookingStatus] : unknown;
}

export function hasEnded(status: string): boolean {
  return factsOf(status).hasEnded;
}
