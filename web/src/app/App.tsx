import { BrowserRouter } from 'react-router';
import { refreshBook } from '@/pricing';
import { whenIdle } from '@/shared/whenIdle';
import { AppRoutes } from './routes';

// Screens that price re-price when a newer book came.
whenIdle(() => void refreshBook(), 1500);

export function App() {
  return (
    <BrowserRouter>
      <AppRoutes />
    </BrowserRouter>
  );
}
