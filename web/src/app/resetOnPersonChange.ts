import type { QueryClient } from '@tanstack/react-query';
import { keptForEverybody } from '@/api/keys';
import { onPersonChange } from '@/shared/session';

/** Clears what one person has fetched, so that it is never shown to the next. */
export function resetOnPersonChange(queryClient: QueryClient): void {
  onPersonChange(() =>
    // A tick later, once the guards have redirected: otherwise the guarded screens would fetch their data again as nobody.
    setTimeout(() => {
      queryClient.removeQueries({ type: 'inactive' });
      void queryClient.resetQueries({
        predicate: ({ queryKey }) => !keptForEverybody.includes(queryKey[0]),
      });
    }),
  );
}
