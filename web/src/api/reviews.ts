// What client and pro say of each other once a job is done.
import type { Capability } from './bookings';
import { call } from './client';
import type { OwnReview } from './types';

export interface NewReview {
  /** 1 to 5. */
  rating: number;
  text?: string | undefined;
}

/** By the client, or as the pro of the job. 409 `already_reviewed`, or `review_closed` 7 days after the job was done. */
export function sendReview(id: string, review: NewReview, by: Capability | 'pro' = {}): Promise<OwnReview> {
  const path = `/bookings/${encodeURIComponent(id)}/review`;
  if (by === 'pro') return call(path, { method: 'POST', json: review, as: 'person' });
  return call(path, { method: 'POST', query: { ...by }, json: review });
}
