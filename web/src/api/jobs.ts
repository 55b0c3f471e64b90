// The pro's jobs and the offers of jobs.
import { type InfiniteData, queryOptions } from '@tanstack/react-query';
import { call, problemOf, send } from './client';
import { keys } from './keys';
import { keptOnDevice, onDevice } from './onDevice';
import type { components } from './schema';
import type {
  Dispute,
  Invitation,
  MasterLocation,
  Mismatch,
  OwnReview,
  PutRight,
  WithoutNull,
  WorkShown,
} from './types';

type Schemas = components['schemas'];

/** What a pro may read of a job that is offered. */
export type Offer = WithoutNull<Schemas['Offer']>;
/** A booking as a pro sees it: whom and where only from assignment to 24 hours after completion. */
export type Job = Omit<
  WithoutNull<Schemas['Job']>,
  | 'proposal'
  | 'review'
  | 'work'
  | 'change_orders'
  | 'disputes'
  | 'not_paid'
  | 'no_show'
  | 'not_home'
  | 'running_late'
  | 'notes'
  | 'not_as_booked'
  | 'put_right'
  | 'new_work'
  | 'earned'
> & {
  proposal?: JobProposal;
  work?: WorkShown;
  disputes?: Dispute[];
  not_paid?: WithoutNull<Schemas['NotPaid']>;
  /** What this pro says to the client's report that they did not come. */
  no_show?: WithoutNull<Schemas['MissedVisit']>;
  /** What this pro says of a client who is not at home. */
  not_home?: WithoutNull<Schemas['MissedVisit']>;
  /** What this pro says of a job that is not what was booked, the last time. */
  not_as_booked?: Mismatch;
  /** The further work that this pro last suggested. */
  new_work?: Invitation;
  /** The last visit that was asked for to put it right. */
  put_right?: PutRight;
  /** What this pro keeps for themselves. */
  notes?: Schemas['JobNotes'];
  /** That this pro has said that they are late. */
  running_late?: Schemas['Late'];
  change_orders?: JobChangeOrder[];
  /** What a cancelled job has earned all the same. */
  earned?: Schemas['JobEarned'];
  /** What this pro says of the client. */
  review?: OwnReview;
};
/** Extra work that this pro has suggested, with what they get of it. */
export type JobChangeOrder = WithoutNull<Schemas['JobChangeOrder']>;
/** This pro's own answer that waits for the client. */
export type JobProposal = WithoutNull<Schemas['JobProposal']>;
export type WaitingJob = Job & { proposal: JobProposal };

/** 'pending' is the pool: the jobs that this pro may take now. */
export type JobFilter = 'active' | 'completed' | 'cancelled' | 'pending';

export type JobPage = Omit<WithoutNull<Schemas['JobList']>, 'items'> & { items: Job[] };

const jobPath = (id: string) => `/bookings/${encodeURIComponent(id)}`;

/** The offers that can be answered, and the jobs that wait for their client's answer; the soonest to end first. */
export function fetchOffers(signal?: AbortSignal): Promise<{ items: Offer[]; waiting?: WaitingJob[] }> {
  return call('/masters/offers', { as: 'person', signal });
}

type Responded = Promise<Schemas['Responded']>;

/** `startsAt`: the beginning of the window that the pro was shown (ISO 8601); undefined in an emergency. 409 `already_taken`, or `offer_expired`, also when the
 *  job was moved since; 403 `not_eligible`. The same answer twice is no mistake. */
export function acceptOffer(bookingId: string, startsAt: string | undefined): Responded {
  return respond(bookingId, { action: 'accept', starts_at: startsAt });
}

/** Declines an offer, or takes back what waits for the client. */
export function declineOffer(bookingId: string): Responded {
  return respond(bookingId, { action: 'decline' });
}

function respond(bookingId: string, answer: WithoutNull<Schemas['OfferAnswer']>): Responded {
  const path = `/matching/respond/${encodeURIComponent(bookingId)}`;
  return call(path, { method: 'POST', json: answer, as: 'person' });
}

/** Another price for a job. */
export interface PriceProposal {
  /** Whole pounds more or, below 0, less: at most half the price. */
  price_delta: number;
  message?: string | undefined;
}

/** The price of a job without one. */
export interface NamedPrice {
  /** Whole pounds. */
  price: number;
  lengthMinutes: number;
  message?: string | undefined;
}

/** Accepts a job at another price, which its client must approve: `accepted`. A named price stands beside others: `pending`, or 409 `proposals_full`.
 *  Declining the job takes either back. */
export function proposePrice(
  bookingId: string,
  startsAt: string | undefined,
  proposal: PriceProposal | NamedPrice,
): Responded {
  return respond(bookingId, { action: 'accept', starts_at: startsAt, ...proposal });
}

export function fetchJobs(
  page: { filter: JobFilter; limit?: number; cursor?: string | undefined },
  signal?: AbortSignal,
): Promise<JobPage> {
  return call('/bookings', { query: { ...page }, as: 'person', signal });
}

/** Kept on this device until a day after its window; so are the lists of jobs (features/pro/jobs). */
export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: keys.pro.job.one(id),
    queryFn: ({ signal }) => call<Job>(jobPath(id), { as: 'person', signal }),
    ...onDevice(keys.pro.job.one(id), endOf),
    initialData: () => keptOnDevice<Job>(keys.pro.job.one(id)) ?? listedOnDevice(id),
  });

/** When the window of a job ends, Unix milliseconds. */
export function endOf({ timeslot }: Pick<Job, 'timeslot'>): number {
  return timeslot ? Date.parse(timeslot.end) : 0;
}

/** The same of a job that is kept on this device; 0 for any other. */
export function keptEndOf(id: string): number {
  const job = keptOnDevice<Job>(keys.pro.job.one(id)) ?? listedOnDevice(id);
  return job ? endOf(job) : 0;
}

/** A job whose page was not opened, from the kept list. */
function listedOnDevice(id: string): Job | undefined {
  const list = keptOnDevice<InfiniteData<JobPage>>(keys.pro.jobs.list('active'));
  return list?.pages.flatMap(({ items }) => items).find((job) => job.id === id);
}

/** A step of a job, with what it needs. */
export type JobStep =
  | { status: 'en_route' }
  /** Takes that back, for a minute. */
  | { status: 'assigned' }
  /** Without anything, once an operator lets the pro begin so. */
  | { status: 'in_progress'; startCode?: string; withoutCode?: WithoutCode }
  /** 1 to 8 photos, or why there are none. */
  | { status: 'completed'; photos?: string[]; cannotPhotograph?: string };

/** How a pro begins where the client cannot be reached. */
export type WithoutCode = Schemas['WithoutCode'];

/** How a step is known to the server, which takes it once under its name, and when it was taken if that was earlier (ISO 8601). */
export interface SentStep {
  id: string;
  happenedAt?: string;
}

/** 409 `illegal_transition` when the job has moved on meanwhile, `too_late` to take back that the pro has set off, `start_code_locked`; 422 `wrong_start_code`, `not_on_site`, or on a field. The same step
 *  twice is no mistake. */
export function moveJob(
  id: string,
  step: JobStep,
  { id: idempotencyKey, happenedAt }: SentStep,
): Promise<Job> {
  const json = { ...step, happenedAt };
  return call(jobPath(id), { method: 'PUT', json, as: 'person', idempotencyKey });
}

/** The job goes back to matching, and this pro never sees it again. */
export function withdrawFromJob(id: string, reason: string): Promise<Job> {
  return call(`${jobPath(id)}/withdraw`, { method: 'POST', json: { reason }, as: 'person' });
}

/** Says that the client of a cash job did not pay. 409 `already_reported`, `report_closed`; 422 on `text`. */
export function reportNotPaid(id: string, text: string): Promise<Job> {
  return call(`${jobPath(id)}/not-paid`, { method: 'POST', json: { text }, as: 'person' });
}

/** Contests that this pro did not come. 409 `already_reported`, `report_closed`; 422 on `text`. */
export function contestNoShow(id: string, text: string): Promise<Job> {
  return call(`${jobPath(id)}/no-show/contest`, { method: 'POST', json: { text }, as: 'person' });
}

/** Keeps this pro's own notes and photos, in place of those that there are. 409 `notes_closed`; 422 on `text` or `photos`. */
export function keepNotes(id: string, notes: { text: string; photos: string[] }): Promise<Job> {
  return call(`${jobPath(id)}/notes`, { method: 'PUT', json: notes, as: 'person' });
}

/** Minutes that a pro may be late. */
export const lateMinutes = [10, 20, 30, 60] as const;
export type LateMinutes = (typeof lateMinutes)[number];

/** Says that this pro is late; the client is told, and waits longer. 409 `illegal_transition`, `too_early`, `said_enough`. The same key
 *  again is no mistake. */
export function sayLate(id: string, minutes: LateMinutes, idempotencyKey: string): Promise<Job> {
  return call(`${jobPath(id)}/running-late`, {
    method: 'POST',
    json: { minutes },
    as: 'person',
    idempotencyKey,
  });
}

/** Says that this pro is there: at the door where the place shows it, else a message to the client alone. 409 `illegal_transition`,
 *  `too_early`. */
export function sayHere(id: string, place: MasterLocation | undefined): Promise<Job> {
  return call(`${jobPath(id)}/here`, { method: 'POST', json: place ?? {}, as: 'person' });
}

/** Says that this pro is at the door; the client is told. 409 `too_early`, `illegal_transition`; 422 `not_on_site`. */
export function sayAtTheDoor(id: string, place: MasterLocation): Promise<Job> {
  return call(`${jobPath(id)}/at-the-door`, { method: 'POST', json: place, as: 'person' });
}

/** Reports, 15 minutes later, that nobody is at home. 409 `too_early`, `already_reported`; 422 `not_on_site` or on `text`. */
export function reportNotHome(id: string, said: MasterLocation & { text: string }): Promise<Job> {
  return call(`${jobPath(id)}/not-home`, { method: 'POST', json: said, as: 'person' });
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
