import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router';
import { makeQueryClient } from './queryClient';
import { refreshBookWhenIdle } from './refreshBookWhenIdle';
import { makeRouter } from './router';

const queryClient = makeQueryClient();
const router = makeRouter();
refreshBookWhenIdle(queryClient);

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
