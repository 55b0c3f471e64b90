// What clients say of a pro, as everybody reads it, the newest or the best first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PublicReview, ReviewSort } from '@/api/reviews';
import { Button } from '../Button';
import { LoadError } from '../LoadError';
import { Segmented } from '../Segmented';
import { Skeleton } from '../Skeleton';
import { useFocusHandedTo } from '../useFocusHandedTo';
import { ReviewItem } from './ReviewItem';
import { reviewElement, reviewsQuery } from './reviews';

const orders: readonly { value: ReviewSort; label: string }[] = [
  { value: 'date', label: 'Newest first' },
  { value: 'rating', label: 'Best first' },
];

interface ReviewsProps {
  masterId: string;
  /** What stands above a reply of the pro. */
  replyTitle: string;
  /** Why there are no stars yet. */
  fewReviews: string;
  /** What stands under a review that has no reply. */
  noReply?: (review: PublicReview) => ReactNode;
}

export function Reviews({ masterId, replyTitle, fewReviews, noReply }: ReviewsProps) {
  const [sort, setSort] = useState<ReviewSort>('date');
  const reviews = useInfiniteQuery(reviewsQuery(masterId, sort));
  const items = reviews.data?.pages.flatMap((page) => page.items) ?? [];
  const areRated = items.some(({ rating }) => rating !== undefined);
  const last = items.at(-1);
  const retry = reviews.isFetchNextPageError ? reviews.fetchNextPage : reviews.refetch;
  return (
    <>
      {(areRated || sort === 'rating') && (
        <Segmented legend="Sort reviews" name="reviews" value={sort} options={orders} onChange={setSort} />
      )}
      {reviews.isPending && <Skeleton className="h-32" label="Loading the reviews" />}
      {reviews.data && items.length === 0 && <p className="text-s text-muted">No reviews yet.</p>}
      {items.length > 0 && !areRated && <p className="text-s text-muted">{fewReviews}</p>}
      {items.length > 0 && (
        <ul className="card grid grid-cols-1 p-0">
          {items.map((review) => (
            <ReviewItem key={review.id} review={review} replyTitle={replyTitle} noReply={noReply?.(review)} />
          ))}
        </ul>
      )}
      {reviews.isError && <LoadError retry={() => void retry()}>Failed to load the reviews</LoadError>}
      {reviews.hasNextPage && last && (
        <More
          last={last.id}
          isBusy={reviews.isFetchingNextPage}
          onClick={() => void reviews.fetchNextPage()}
        />
      )}
    </>
  );
}

interface MoreProps {
  /** The last review so far. Once there are more it takes the focus: they come after it. */
  last: string;
  isBusy: boolean;
  onClick: () => void;
}

function More({ last, isBusy, onClick }: MoreProps) {
  const box = useFocusHandedTo<HTMLDivElement>(reviewElement(last));
  return (
    <div ref={box}>
      <Button look="quiet" busy={isBusy} busyText="Loading…" onClick={onClick}>
        Show more
      </Button>
    </div>
  );
}
