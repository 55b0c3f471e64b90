import type { QueryClient } from '@tanstack/react-query';
import { onPersonChange } from '@/shared/session';

/** The same for everybody, or already asked for by person (quote): these stay as they are, and so do the forms that stand on them. */
const impersonal = ['payments-config', 'slots', 'windows', 'quote'];

/** What one person has asked for is not shown to the next. */
export function followPerson(queryClient: QueryClient): void {
  onPersonChange(() =>
    // A tick later: the guards have left by then, and nothing they guarded is asked for in nobody's name.
    setTimeout(() => {
      queryClient.removeQueries({ type: 'inactive' });
      void queryClient.resetQueries({
        predicate: ({ queryKey }) => !impersonal.includes(String(queryKey[0])),
      });
    }),
  );
}
