// What client and pro say of each other once a job is done, and what the pro replies.
import type { Capability } from './bookings';
import { call } from './client';
import type { components } from './schema';
import type { OwnReview, WithoutNull } from './types';

type Schemas = components['schemas'];

export interface NewReview {
  /** 1 to 5. */
  rating: number;
  text?: string | undefined;
}

/** What a client says of a pro, for everybody. There are no ratings while the pro has fewer than 3 reviews. */
export type PublicReview = WithoutNull<Schemas['PublicReview']>;
export type ReviewReply = Schemas['ReviewReply'];
export type ReviewSort = 'date' | 'rating';
export type ReviewPage = Omit<WithoutNull<Schemas['ReviewList']>, 'items'> & { items: PublicReview[] };

/** By the client, or as the pro of the job. 409 `already_reviewed`, or `review_closed` 7 days after the job was done. */
export function sendReview(id: string, review: NewReview, by: Capability | 'pro' = {}): Promise<OwnReview> {
  const path = `/bookings/${encodeURIComponent(id)}/review`;
  if (by === 'pro') return call(path, { method: 'POST', json: review, as: 'person' });
  return call(path, { method: 'POST', query: { ...by }, json: review });
}

export interface ReviewQuery {
  sort: ReviewSort;
  limit: number;
  cursor: string | undefined;
}

export function fetchReviews(masterId: string, query: ReviewQuery, signal: AbortSignal): Promise<ReviewPage> {
  const path = `/masters/${encodeURIComponent(masterId)}/reviews`;
  return call(path, { query: { ...query }, as: 'person', signal });
}

/** The signed-in pro's one reply. 409 `already_replied`; 422 with `text`. */
export function replyTo(reviewId: string, reply: Schemas['ReplyText']): Promise<PublicReview> {
  const path = `/masters/reviews/${encodeURIComponent(reviewId)}/reply`;
  return call(path, { method: 'POST', json: reply, as: 'person' });
}
