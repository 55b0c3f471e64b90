// What this pro has accepted and the client has not agreed to yet: another price, or a budget that is still to be paid. The server's lists leave
// such jobs out, so they are kept in this browser, for that pro alone, until the job is theirs, is not, or the time is over.
import { isList, isNumber, isOneOf, isShape, isText } from '@/shared/checks';
import { createStore } from '@/shared/createStore';
import { getSession, serverNow } from '@/shared/session';
import { PRO_PROPOSALS, readStored, removeStored, writeStored } from '@/shared/storage';

export interface SentProposal {
  bookingId: string;
  title: string;
  pricePence: number;
  /** The client must agree to the price, or pay what they offered. */
  waitsFor: 'answer' | 'payment';
  /** The end of the client's time, Unix milliseconds by the server's clock. */
  until: number;
}

interface Kept {
  pro: string;
  proposals: SentProposal[];
}

const MINUTE = 60_000;
/** The time that a client has to pay, which begins anew once a higher price is agreed. */
export const TIME_TO_PAY = 15 * MINUTE;
const none: readonly SentProposal[] = [];

const text = isText(300);
const isKept = isShape<Kept>({
  pro: text,
  proposals: isList(
    isShape<SentProposal>({
      bookingId: text,
      title: text,
      pricePence: isNumber,
      waitsFor: isOneOf('answer', 'payment'),
      until: isNumber,
    }),
  ),
});

/** The time that a client has to answer. */
export function timeToAnswer(urgency: string): number {
  return (urgency === 'EMERGENCY' ? 5 : 30) * MINUTE;
}

let last: { from: string; proposals: readonly SentProposal[] } = { from: '', proposals: none };
const store = createStore(sentProposals);

export const useSentProposals = store.use;

export function useSentProposal(bookingId: string): SentProposal | undefined {
  return useSentProposals().find((sent) => sent.bookingId === bookingId);
}

/** The same list for as long as neither storage nor the pro changes, but for those whose time is over. */
export function sentProposals(): readonly SentProposal[] {
  const pro = getSession()?.id;
  const stored = readStored(PRO_PROPOSALS);
  const from = `${pro}\n${stored}`;
  if (from !== last.from) last = { from, proposals: proposalsOf(pro, stored) };
  if (last.proposals.some(isOver)) last = { from, proposals: last.proposals.filter((sent) => !isOver(sent)) };
  return last.proposals;
}

function proposalsOf(pro: string | undefined, stored: string | null): readonly SentProposal[] {
  try {
    const kept: unknown = JSON.parse(stored ?? 'null');
    return isKept(kept) && kept.pro === pro ? kept.proposals : none;
  } catch {
    return none;
  }
}

function isOver({ until, waitsFor }: SentProposal): boolean {
  return until + (waitsFor === 'answer' ? TIME_TO_PAY : 0) <= serverNow();
}

export function noteSent(proposal: SentProposal): void {
  save([...without(proposal.bookingId), proposal]);
}

/** Returns whether there was one. */
export function dropSent(bookingId: string): boolean {
  const rest = without(bookingId);
  if (rest.length === sentProposals().length) return false;
  save(rest);
  return true;
}

function without(bookingId: string): SentProposal[] {
  return sentProposals().filter((sent) => sent.bookingId !== bookingId);
}

function save(proposals: SentProposal[]): void {
  const pro = getSession()?.id;
  if (!pro || proposals.length === 0) removeStored(PRO_PROPOSALS);
  else writeStored(PRO_PROPOSALS, JSON.stringify({ pro, proposals } satisfies Kept));
  store.changed();
}

if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    // The key is null when storage was cleared entirely.
    if (key === PRO_PROPOSALS || key === null) store.changed();
  });
