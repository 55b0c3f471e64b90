import { asLondon } from '@/shared/london';
import { serverNow } from '@/shared/session';
import type { SentProposal } from './sent';

/** 'Waiting for the client until 10:35' */
export function waitingText({ waitsFor, until }: SentProposal): string {
  // Once agreed, a higher price is still to be paid.
  if (until <= serverNow()) return 'Waiting for the client to pay';
  const { clock } = asLondon(new Date(until).toISOString());
  return waitsFor === 'payment'
    ? `Waiting for the client to pay until ${clock}`
    : `Waiting for the client until ${clock}`;
}
