// The pro's jobs and the offers of jobs. The types stand here until the server's description has them (`schema.ts`); the contract names them.
import { queryOptions } from '@tanstack/react-query';
import { call, problemOf, send } from './client';
import { keys } from './keys';
import type { BookingStatus, Currency, MasterLocation, Tier, Urgency } from './types';

/** What a pro may read of a job that is offered. */
export interface Offer {
  bookingId: string;
  title: string;
  subtitle: string;
  description: string;
  /** The outward code. */
  district: string;
  window?: { start: string; end: string };
  urgency: Urgency;
  paymentMethod: 'card' | 'cash';
  /** In pounds. */
  price: number;
  feePence: number;
  netPence: number;
  distance_km: number;
  /** Seconds left when it was sent. */
  ttl: number;
  expiresAt: string;
}

/** A booking as a pro sees it: whom and where only from assignment to 24 hours after completion. */
export interface Job {
  id: string;
  status: BookingStatus;
  seq: number;
  problem_type: string;
  readable_name: string;
  description: string;
  photo_url?: string;
  district: string;
  city?: string;
  distance_km?: number;
  urgency: Urgency;
  tier: Tier;
  timeslot?: { id: string; start: string; end: string };
  preferred_time?: string;
  payment_method: 'card' | 'cash';
  quote_mode: 'PAID' | 'REQUEST';
  price_pence: number;
  fee_pence: number;
  net_pence: number;
  payment_currency: Currency;
  location: MasterLocation;
  created_at: string;
  /** The end of an offer of it to this pro. */
  offer_until?: string;
  cancel_reason?: string;
  customer_first_name?: string;
  customer_name?: string;
  customer_phone?: string;
  address_line1?: string;
  address_line2?: string;
  postcode?: string;
  entry_info?: string;
}

/** 'pending' is the pool: the jobs that this pro may take now. */
export type JobFilter = 'active' | 'completed' | 'cancelled' | 'pending';

export interface JobPage {
  items: Job[];
  /** Absent on the last page. */
  next_cursor?: string;
}

const jobPath = (id: string) => `/bookings/${encodeURIComponent(id)}`;

/** The soonest to end first. */
export async function fetchOffers(signal?: AbortSignal): Promise<Offer[]> {
  return (await call<{ items: Offer[] }>('/masters/offers', { as: 'person', signal })).items;
}

/** 409 `already_taken` or `offer_expired`, 403 `not_eligible`. The same answer twice is no mistake. */
export function answerOffer(
  bookingId: string,
  action: 'accept' | 'decline',
): Promise<{ status: BookingStatus }> {
  const path = `/matching/respond/${encodeURIComponent(bookingId)}`;
  return call(path, { method: 'POST', json: { action }, as: 'person' });
}

/** Another price for a job. */
export interface PriceProposal {
  /** Whole pounds more or, below 0, less: at most half the price. */
  price_delta: number;
  message?: string | undefined;
}

/** Accepts a job at another price, which its client must approve: `accepted`. Declining it takes the proposal back. */
export function proposePrice(bookingId: string, proposal: PriceProposal): Promise<{ status: BookingStatus }> {
  const path = `/matching/respond/${encodeURIComponent(bookingId)}`;
  return call(path, { method: 'POST', json: { action: 'accept', ...proposal }, as: 'person' });
}

export function fetchJobs(
  page: { filter: JobFilter; limit?: number; cursor?: string | undefined },
  signal?: AbortSignal,
): Promise<JobPage> {
  return call('/bookings', { query: { ...page }, as: 'person', signal });
}

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: keys.pro.job.one(id),
    queryFn: ({ signal }) => call<Job>(jobPath(id), { as: 'person', signal }),
  });

/** 409 `illegal_transition` when the job has moved on meanwhile. */
export function moveJob(id: string, status: 'en_route' | 'in_progress' | 'completed'): Promise<Job> {
  return call(jobPath(id), { method: 'PUT', json: { status }, as: 'person' });
}

/** The job goes back to matching, and this pro never sees it again. */
export function withdrawFromJob(id: string, reason: string): Promise<Job> {
  return call(`${jobPath(id)}/withdraw`, { method: 'POST', json: { reason }, as: 'person' });
}

/** The client's photo of the job. */
export async function fetchJobPhoto(photoUrl: string): Promise<Blob> {
  const path = photoUrl.replace(/^\/api/, '');
  const response = await send(path, { as: 'person', headers: { Accept: 'image/*' } });
  if (!response.ok) throw await problemOf(response);
  return response.blob();
}

/** Where the pro is now: one overwritten row, no history. More than one a second is dropped. */
export async function sendPosition(position: MasterLocation): Promise<void> {
  await call('/masters/location', { method: 'PUT', json: position, as: 'person' });
}
