import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { keptForEverybody } from '@/api/keys';
import { onPersonChange } from '@/shared/session';

/** Clears what one person has fetched, so that it is never shown to the next. */
export function resetOnPersonChange(queryClient: QueryClient): void {
  onPersonChange(() =>
    // A tick later, once the guards have redirected: otherwise the guarded screens would fetch their data again as nobody.
    setTimeout(() => {
      queryClient.removeQueries({ type: 'inactive' });
      notifyManager.batch(() => empty(queryClient));
      void queryClient.refetchQueries({ type: 'active', predicate: isPersonal });
    }),
  );
}

const isPersonal = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  !keptForEverybody.includes(queryKey[0]);

function empty(queryClient: QueryClient): void {
  for (const query of queryClient.getQueryCache().findAll({ predicate: isPersonal })) {
    query.reset();
    // That brings back what it began with, which was the other person's where it was kept on this device.
    query.setState({ data: undefined, dataUpdatedAt: 0, status: 'pending' });
  }
}
