import type { JobProposal } from '@/api/jobs';
import { asLondon } from '@/shared/london';
import { formatPence } from '@/shared/money';
import { serverNow } from '@/shared/session';
import { untilText } from '@/shared/until';

/** 'Waiting for the client until 10:35'; of a price that stands beside others 'Your price: £180. The client chooses until 10:35.' */
export function waitingText({ approved, standing, pricePence, until }: JobProposal): string {
  // The server says in a moment what has become of it.
  const isOver = Date.parse(until) <= serverNow();
  if (standing)
    return `${priceText(pricePence)} The client chooses${isOver ? '' : ` until ${untilText(until)}`}.`;
  const text = approved ? 'Waiting for the client to pay' : 'Waiting for the client';
  return isOver ? text : `${text} until ${asLondon(until).clock}`;
}

/** 'Your price: £180.' */
export function priceText(pricePence: number): string {
  return `Your price: ${formatPence(pricePence)}.`;
}
