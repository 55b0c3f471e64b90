// What clients say of a pro, a page at a time.
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
} from '@tanstack/react-query';
import { keys } from '@/api/keys';
import { fetchReviews, type PublicReview, type ReviewPage, type ReviewSort } from '@/api/reviews';

const PAGE = 20;

export const reviewsQuery = (masterId: string, sort: ReviewSort) =>
  infiniteQueryOptions({
    queryKey: keys.pros.reviews.list(masterId, sort),
    queryFn: ({ pageParam, signal }) =>
      fetchReviews(masterId, { sort, limit: PAGE, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    // Until they come in the other order.
    placeholderData: keepPreviousData,
  });

/** Shows a review as it is now, in whatever order it was fetched. */
export function showReview(queryClient: QueryClient, review: PublicReview): void {
  queryClient.setQueriesData<InfiniteData<ReviewPage>>({ queryKey: keys.pros.reviews.all }, (before) => {
    if (!before) return before;
    const replace = (item: PublicReview) => (item.id === review.id ? review : item);
    return { ...before, pages: before.pages.map((page) => ({ ...page, items: page.items.map(replace) })) };
  });
}

/** Of the element that shows a review. */
export const reviewElement = (id: string) => `review-${id}`;
