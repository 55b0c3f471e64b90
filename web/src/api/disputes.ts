// Disputes: the client of a job says what went wrong, its pro answers once, and either may appeal.
import type { Capability } from './bookings';
import { call } from './client';
import type { components } from './schema';
import type { Dispute, WithoutNull } from './types';

type Schemas = components['schemas'];

/** What went wrong; `code` only for the holder of a guest link. */
export type NewDispute = WithoutNull<Schemas['NewDispute']>;
/** What the pro says to it. */
export type DisputeAnswer = Schemas['DisputeAnswer'];
/** Why the decision is not right; `code` only for the holder of a guest link. */
export type NewAppeal = WithoutNull<Schemas['NewAppeal']>;

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

/** By the client. 409 `not_decided`, `already_appealed`, `dispute_closed`; 401 `invalid_code`; 422 on `text` and `code`. */
export function appeal(id: string, said: NewAppeal, capability: Capability): Promise<Dispute> {
  return call(`${pathOf(id)}/appeal`, { method: 'POST', query: { ...capability }, json: said });
}

/** By the pro of the job. 409 `not_decided`, `already_appealed`, `dispute_closed`; 422 on `text`. */
export function appealAsPro(id: string, said: NewAppeal): Promise<Dispute> {
  return call(`${pathOf(id)}/appeal/pro`, { method: 'POST', json: said, as: 'person' });
}
