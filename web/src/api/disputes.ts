// Disputes: the client of a job says what went wrong, and its pro answers once.
import type { Capability } from './bookings';
import { call } from './client';
import type { components } from './schema';
import type { Dispute, WithoutNull } from './types';

type Schemas = components['schemas'];

/** What went wrong; `code` only for the holder of a guest link. */
export type NewDispute = WithoutNull<Schemas['NewDispute']>;
/** What the pro says to it. */
export type DisputeAnswer = Schemas['DisputeAnswer'];

const pathOf = (bookingId: string) => `/bookings/${encodeURIComponent(bookingId)}/disputes`;

/** 409 `dispute_closed`, `already_disputed`; 401 `invalid_code`; 422 on `reason`, `text`, `photos` and `code`. */
export function openDispute(id: string, dispute: NewDispute, capability: Capability): Promise<Dispute> {
  return call(pathOf(id), { method: 'POST', query: { ...capability }, json: dispute });
}

/** Sends the holder of a guest link the code that a dispute needs. */
export async function sendDisputeCode(id: string, capability: Capability): Promise<void> {
  await call(`${pathOf(id)}/code`, { method: 'POST', query: { ...capability } });
}

/** By the pro of the job. 409 `already_answered`, `dispute_closed`; 422 on `text` and `photos`. */
export function answerDispute(id: string, answer: DisputeAnswer): Promise<Dispute> {
  return call(`${pathOf(id)}/answer`, { method: 'POST', json: answer, as: 'person' });
}
