import type { ReactNode } from 'react';
import type { PublicReview, ReviewReply } from '@/api/reviews';
import { asLondon, formatDay } from '@/shared/london';
import { Stars } from '../StarChoice';
import { reviewElement } from './reviews';

const WORDS = 'whitespace-pre-line [overflow-wrap:anywhere]';

interface ReviewItemProps {
  review: PublicReview;
  /** What stands above a reply. */
  replyTitle: string;
  /** What stands where there is no reply. */
  noReply?: ReactNode;
}

export function ReviewItem({ review, replyTitle, noReply }: ReviewItemProps) {
  const { id, rating, text, created_at, reply } = review;
  return (
    <li
      id={reviewElement(id)}
      tabIndex={-1}
      className="grid grid-cols-1 gap-2.5 border-line px-4 py-3.5 not-first:border-t"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {rating !== undefined && <Stars value={rating} />}
        <p className="num text-s text-muted">{reviewDate(created_at)}</p>
      </div>
      {text ? (
        <p dir="auto" className={WORDS}>
          {text}
        </p>
      ) : (
        <p className="text-muted">No comment.</p>
      )}
      {reply ? <Reply title={replyTitle} reply={reply} /> : noReply}
    </li>
  );
}

function Reply({ title, reply: { text, created_at } }: { title: string; reply: ReviewReply }) {
  return (
    <div className="grid grid-cols-1 gap-1 rounded-medium bg-sunk px-3.5 py-3 text-s">
      <p className="num flex flex-wrap justify-between gap-x-4">
        <strong className="min-w-0 [overflow-wrap:anywhere]">{title}</strong>{' '}
        <span className="text-muted">{reviewDate(created_at)}</span>
      </p>
      <p dir="auto" className={WORDS}>
        {text}
      </p>
    </div>
  );
}

/** 'Tue 24 Nov 2026' */
export function reviewDate(time: string): string {
  const { day } = asLondon(time);
  return `${formatDay(day, 'short')} ${day.slice(0, 4)}`;
}
