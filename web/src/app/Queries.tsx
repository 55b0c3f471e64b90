// react-query, for every screen but the first two (lazyScreen): it is fetched with the first of them, so that the first price does not wait for it.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '@/api/problem';
import { followPerson } from './followPerson';

/** One for all screens. 'always': the default would pause everything when navigator.onLine is false. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // A refusal stays a refusal; only a failed connection or a server's own fault is tried once more.
      retry: (failures, error) => failures < 1 && !(error instanceof ApiProblem && !error.unexpected),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
followPerson(queryClient);

export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
