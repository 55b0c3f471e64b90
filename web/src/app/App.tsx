import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { makeQueryClient } from './queryClient';
import { refreshBookWhenIdle } from './refreshBookWhenIdle';
import { AppRoutes } from './routes';

const queryClient = makeQueryClient();
refreshBookWhenIdle(queryClient);

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </QueryClientProvider>
  );
}
