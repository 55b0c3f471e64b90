import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ReactNode, useEffect } from 'react';
import { MemoryRouter } from 'react-router';
import { keepAnswers } from '@/api/onDevice';
import { startSending } from '@/ui/outbox/start';

/** Renders a screen at an address, with a fresh query cache that never retries. */
export function renderAt(screen: ReactNode, address: string | { pathname: string; state: unknown } = '/') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  return render(
    <QueryClientProvider client={client}>
      <Device client={client} />
      <MemoryRouter initialEntries={[address]}>{screen}</MemoryRouter>
    </QueryClientProvider>,
  );
}

/** What the app does for as long as it is open (app/Queries): keeps answers, and sends what waits. */
function Device({ client }: { client: QueryClient }) {
  useEffect(() => {
    const ends = [keepAnswers(client), startSending(client)];
    return () => {
      for (const end of ends) end();
    };
  }, [client]);
  return null;
}
