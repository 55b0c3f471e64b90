import { useState } from 'react';
import type { PublicReview, ReviewReply } from '@/api/reviews';
import { asLondon, formatDay } from '@/shared/london';
import { Button } from '@/ui';
import { Stars } from '@/ui/StarChoice';
import { ReplyForm } from './ReplyForm';
import { reviewElement } from './reviews';

const WORDS = 'whitespace-pre-line [overflow-wrap:anywhere]';

export function ReviewItem({ review }: { review: PublicReview }) {
  const { id, rating, text, created_at, reply } = review;
  const [isReplying, setReplying] = useState(false);
  return (
    <li
      id={reviewElement(id)}
      tabIndex={-1}
      className="grid grid-cols-1 gap-2.5 border-line px-4 py-3.5 not-first:border-t"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {rating !== undefined && <Stars value={rating} />}
        <p className="num text-s text-muted">{dateOf(created_at)}</p>
      </div>
      {text ? <p className={WORDS}>{text}</p> : <p className="text-muted">No comment.</p>}
      {reply && <Reply reply={reply} />}
      {!reply && isReplying && <ReplyForm reviewId={id} onClose={() => setReplying(false)} />}
      {!reply && !isReplying && (
        <Button look="quiet" size="small" className="justify-self-start" onClick={() => setReplying(true)}>
          Reply<span className="sr-only"> to the review of {dateOf(created_at)}</span>
        </Button>
      )}
    </li>
  );
}

function Reply({ reply: { text, created_at } }: { reply: ReviewReply }) {
  return (
    <div className="grid grid-cols-1 gap-1 rounded-medium bg-sunk px-3.5 py-3 text-s">
      <p className="num flex flex-wrap justify-between gap-x-4">
        <strong>Your reply</strong> <span className="text-muted">{dateOf(created_at)}</span>
      </p>
      <p className={WORDS}>{text}</p>
    </div>
  );
}

/** 'Tue 24 Nov 2026' */
function dateOf(time: string): string {
  const { day } = asLondon(time);
  return `${formatDay(day, 'short')} ${day.slice(0, 4)}`;
}
