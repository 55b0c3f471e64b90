// Putting right what was done: client or pro asks for another visit, free of charge, and both agree on its window.
import { queryOptions } from '@tanstack/react-query';
import type { Capability } from './bookings';
import { call } from './client';
import { keys } from './keys';
import type { BookedSlot } from './types';

/** Whoever speaks: the job's pro, or its client, by a guest link where nobody is signed in. */
export interface Speaker {
  as: 'person' | 'client';
  capability?: Capability;
}

export interface NewPutRight {
  text: string;
  timeslotId: string;
}

export type PutRightAnswer =
  | { action: 'agree' }
  | { action: 'refuse' }
  | { action: 'name'; timeslotId: string };

const pathOf = (bookingId: string, more = '') =>
  `/bookings/${encodeURIComponent(bookingId)}/put-right${more}`;

/** The windows from which one may be chosen, the soonest first. */
export const putRightTimesQuery = (bookingId: string, { as, capability = {} }: Speaker) =>
  queryOptions({
    queryKey: keys.booking.putRightTimes(bookingId, as),
    queryFn: ({ signal }) =>
      call<{ items: BookedSlot[] }>(pathOf(bookingId, '/times'), { query: { ...capability }, as, signal }),
  });

/** The booking, or the pro's job, as it then stands. 409 `too_late`, `put_right_open`, `put_right_limit`, `pro_unavailable`, `slot_gone`; 422 on `text`, `timeslotId`. */
export function askPutRight<Seen>(
  bookingId: string,
  asked: NewPutRight,
  idempotencyKey: string,
  { as, capability = {} }: Speaker,
): Promise<Seen> {
  const path = pathOf(bookingId);
  return call(path, { method: 'POST', query: { ...capability }, json: asked, as, idempotencyKey });
}

/** 409 `no_put_right`, `not_yours`, `pro_unavailable`, `put_right_limit`, `slot_gone`; 422 on `timeslotId`. */
export function answerPutRight<Seen>(
  bookingId: string,
  answer: PutRightAnswer,
  { as, capability = {} }: Speaker,
): Promise<Seen> {
  return call(pathOf(bookingId, '/answer'), { method: 'POST', query: { ...capability }, json: answer, as });
}
