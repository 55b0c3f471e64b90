// react-query, for every screen but the first two. It is loaded with the first screen that needs it (lazyScreen), so that it never delays the
// first price.
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { keepAnswers } from '@/api/onDevice';
import { ApiProblem } from '@/api/problem';
import { isOffline, subscribeOffline } from '@/shared/connection';
import { startSending } from '@/ui/outbox/start';
import { resetOnPersonChange } from './resetOnPersonChange';

// Our own notion of being online: what failed or grew old meanwhile is fetched again as soon as the server answers.
onlineManager.setEventListener((setOnline) => subscribeOffline(() => setOnline(!isOffline())));

/** One client for all screens. 'always', because by default react-query pauses everything while navigator.onLine is false. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // A rejection is final; only a failed connection or a server error is retried, once.
      retry: (failures, error) => failures < 1 && !(error instanceof ApiProblem && !error.unexpected),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
resetOnPersonChange(queryClient);
keepAnswers(queryClient);
startSending(queryClient);

export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
