import type { JobProposal } from '@/api/jobs';
import { asLondon } from '@/shared/london';
import { serverNow } from '@/shared/session';

/** 'Waiting for the client until 10:35' */
export function waitingText({ approved, until }: JobProposal): string {
  const text = approved ? 'Waiting for the client to pay' : 'Waiting for the client';
  // The server says in a moment what has become of it.
  return Date.parse(until) <= serverNow() ? text : `${text} until ${asLondon(until).clock}`;
}
