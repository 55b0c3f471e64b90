import type { QueryClient } from '@tanstack/react-query';
import { onPersonChange } from '@/shared/session';

/** What one person has asked for is not shown to the next. Quotes are asked for by person anyway. */
export function followPerson(queryClient: QueryClient): void {
  onPersonChange(() =>
    // A tick later: the guards have left by then, and nothing they guarded is asked for in nobody's name.
    setTimeout(() => {
      queryClient.removeQueries({ type: 'inactive' });
      void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'quote' });
    }),
  );
}
