// What a client does about their pro: answers a proposal, asks further away, reports one who did not come, asks to stop the job.
import type { Capability } from './bookings';
import { call } from './client';
import type { Booking, ProposalAnswer } from './types';

const pathOf = (id: string, what: string) => `/bookings/${encodeURIComponent(id)}/${what}`;

export type Verdict = ProposalAnswer['action'];

/** Once approved, a higher price by card is `payment_due`. 409 `no_proposal`; `pro_unavailable` of a named price whose pro is busy by now. */
export function answerProposal(
  id: string,
  answer: ProposalAnswer,
  capability: Capability = {},
): Promise<Booking> {
  return call(pathOf(id, 'proposal'), { method: 'POST', query: { ...capability }, json: answer });
}

/** How many pros within the radius could be asked now. */
export async function fetchReach(
  id: string,
  radiusKm: number,
  capability: Capability = {},
  signal?: AbortSignal,
): Promise<number> {
  const path = pathOf(id, 'reach');
  return (await call<{ pros: number }>(path, { query: { ...capability, radiusKm }, signal })).pros;
}

/** Asks within 10 to 60 km, in steps of 5. 409 `slot_gone`, or `payment_required` once the card is no longer held. */
export function retrySearch(id: string, radiusKm: number, capability: Capability = {}): Promise<Booking> {
  return call(pathOf(id, 'retry'), { method: 'POST', query: { ...capability }, json: { radiusKm } });
}

/** Cancels the booking and refunds everything. 409 `too_early`. */
export function reportNoShow(id: string, capability: Capability = {}): Promise<Booking> {
  return call(pathOf(id, 'no-show'), { method: 'POST', query: { ...capability } });
}

/** An operator decides what it costs. 409 `not_in_progress`; 422 on `text`. */
export function askToStop(id: string, text: string, capability: Capability = {}): Promise<Booking> {
  return call(pathOf(id, 'stop'), { method: 'POST', query: { ...capability }, json: { text } });
}
