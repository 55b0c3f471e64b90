import type { QueryClient } from '@tanstack/react-query';
import { onPersonChange } from '@/shared/session';

/** Queries that are the same for everybody, or already keyed by person (quote): they are kept, and with them the forms that depend on them. */
const sharedQueries = ['payments-config', 'slots', 'windows', 'quote'];

/** Clears what one person has fetched, so that it is never shown to the next. */
export function resetOnPersonChange(queryClient: QueryClient): void {
  onPersonChange(() =>
    // A tick later, once the guards have redirected: otherwise the guarded screens would fetch their data again as nobody.
    setTimeout(() => {
      queryClient.removeQueries({ type: 'inactive' });
      void queryClient.resetQueries({
        predicate: ({ queryKey }) => !sharedQueries.includes(String(queryKey[0])),
      });
    }),
  );
}
