// When and for what the signed-in pro works, and the link to their own calendar. Clients see nothing of it.
import { queryOptions } from '@tanstack/react-query';
import { call } from './client';
import { keys } from './keys';
import type { components } from './schema';
import type { WithoutNull } from './types';

type Schemas = components['schemas'];

export type WorkingHours = Omit<WithoutNull<Schemas['WorkingHours']>, 'blockedClients'> & {
  blockedClients: BlockedClient[];
};
export type WorkingHoursChange = WithoutNull<Schemas['WorkingHoursInput']>;
export type WorkingSpan = Schemas['WorkingSpan'];
export type TimeAway = Schemas['TimeAway'];
export type TimeAwayChange = Schemas['TimeAwayInput'];
export type BlockedClient = WithoutNull<Schemas['BlockedClient']>;
/** A job for which a time away leaves no time. It stays the pro's. */
export type JobMet = WithoutNull<Schemas['JobMet']>;
export type CalendarLink = Schemas['CalendarLink'];

export const hoursQuery = queryOptions({
  queryKey: keys.pro.hours,
  queryFn: ({ signal }) => call<WorkingHours>('/masters/me/hours', { as: 'person', signal }),
});

/** Replaces all of it; nothing given is always and everything. 422 on `weekly`, `weekly.0` to `weekly.6`, `minimumGBP`. */
export function saveHours(hours: WorkingHoursChange): Promise<WorkingHours> {
  return call('/masters/me/hours', { method: 'PUT', json: hours, as: 'person' });
}

const awayPath = (id: string) => `/masters/me/times-away/${encodeURIComponent(id)}`;

/** 409 `too_many_times_away`; 422 on `start`, `end`, `note`. The same id again replaces it. */
export async function saveAway(id: string, away: TimeAwayChange): Promise<JobMet[]> {
  const { jobs } = await call<{ jobs: JobMet[] }>(awayPath(id), { method: 'PUT', json: away, as: 'person' });
  return jobs;
}

export async function deleteAway(id: string): Promise<void> {
  await call(awayPath(id), { method: 'DELETE', as: 'person' });
}

const blockedPath = (bookingId: string) => `/masters/me/blocked-clients/${encodeURIComponent(bookingId)}`;

/** No jobs of this booking's client any more. 409 `job_not_over`, `too_many_blocked`. */
export async function blockClient(bookingId: string): Promise<void> {
  await call(blockedPath(bookingId), { method: 'PUT', as: 'person' });
}

export async function unblockClient(bookingId: string): Promise<void> {
  await call(blockedPath(bookingId), { method: 'DELETE', as: 'person' });
}

export const calendarQuery = queryOptions({
  queryKey: keys.pro.calendar,
  queryFn: ({ signal }) => call<{ link?: CalendarLink }>('/masters/me/calendar', { as: 'person', signal }),
});

/** A new link; the one before ends at once. It is told this once. */
export function makeCalendarLink(showsClients: boolean): Promise<{ url: string; link: CalendarLink }> {
  return call('/masters/me/calendar', { method: 'POST', json: { showsClients }, as: 'person' });
}

export async function endCalendarLink(): Promise<void> {
  await call('/masters/me/calendar', { method: 'DELETE', as: 'person' });
}
