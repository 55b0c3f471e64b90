import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '@/api/problem';

/** 'always': the default would pause everything when navigator.onLine is false, also what the wasm module answers. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
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
}
