// What clients say of the signed-in pro, with the reply that can be written to each.
import { useState } from 'react';
import type { PublicReview } from '@/api/reviews';
import { Button } from '@/ui';
import { reviewDate } from '@/ui/reviews/ReviewItem';
import { Reviews } from '@/ui/reviews/Reviews';
import { ReplyForm } from './ReplyForm';

export function OwnReviews({ masterId }: { masterId: string }) {
  return (
    <Reviews
      masterId={masterId}
      replyTitle="Your reply"
      fewReviews="Stars are shown once you have 3 reviews."
      noReply={(review) => <AddReply review={review} />}
    />
  );
}

function AddReply({ review: { id, created_at } }: { review: PublicReview }) {
  const [isReplying, setReplying] = useState(false);
  if (isReplying) return <ReplyForm reviewId={id} onClose={() => setReplying(false)} />;
  return (
    <Button look="quiet" size="small" className="justify-self-start" onClick={() => setReplying(true)}>
      Reply<span className="sr-only"> to the review of {reviewDate(created_at)}</span>
    </Button>
  );
}
