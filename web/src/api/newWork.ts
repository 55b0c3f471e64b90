// Further work: the client lets the pro of a job suggest it, the pro does, and its link leads to a draft.
import { queryOptions } from '@tanstack/react-query';
import type { Capability } from './bookings';
import { call } from './client';
import type { Job } from './jobs';
import { keys } from './keys';
import type { components } from './schema';
import type { Booking, Invitation, WithoutNull } from './types';

type Schemas = components['schemas'];

/** What the link of an invitation opens. */
export type OpenedInvitation = Omit<
  WithoutNull<Schemas['OpenedInvitation']>,
  'invitation' | 'pro' | 'address'
> & {
  invitation: Invitation;
  pro?: WithoutNull<Schemas['InvitingPro']>;
  address?: WithoutNull<Schemas['InvitedAddress']>;
};

export interface NewWork {
  text: string;
  problemType: string;
}

const pathOf = (bookingId: string, what: string) => `/bookings/${encodeURIComponent(bookingId)}/${what}`;

/** The booking as it then stands. 409 `illegal_transition` for one that was called off. */
export function letSuggest(
  bookingId: string,
  allowed: boolean,
  capability: Capability = {},
): Promise<Booking> {
  const path = pathOf(bookingId, 'may-suggest');
  return call(path, { method: 'PUT', query: { ...capability }, json: { allowed } });
}

/** The job as it then stands. 409 `not_allowed`, `too_late`, `suggested_already`; 403 `not_eligible`; 422 on `text`, `problemType`. */
export function suggestWork(bookingId: string, work: NewWork, idempotencyKey: string): Promise<Job> {
  return call(pathOf(bookingId, 'new-work'), { method: 'POST', json: work, as: 'person', idempotencyKey });
}

const invitationPath = (token: string, more = '') => `/invitations/${encodeURIComponent(token)}${more}`;

/** 404 for a link that opens nothing. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: keys.invitation(token),
    queryFn: ({ signal }) => call<OpenedInvitation>(invitationPath(token), { signal }),
  });

/** 409 `invitation_used`, `invitation_over`. */
export function declineInvitation(token: string): Promise<OpenedInvitation> {
  return call(invitationPath(token, '/decline'), { method: 'POST' });
}
