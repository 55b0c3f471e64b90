import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from './Button';

interface ShowMoreProps {
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}

/** Fetches the next page of a list; nothing once all of it is there. */
export function ShowMore({ list }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      look="quiet"
      busy={list.isFetchingNextPage}
      busyText="Loading…"
      onClick={() => void list.fetchNextPage()}
    >
      Show more
    </Button>
  );
}
