import { BrowserRouter } from 'react-router';
import { refreshBook } from '@/pricing';
import { isDemo } from '@/shared/demo';
import '@/shared/seenBookings';
import { whenIdle } from '@/shared/whenIdle';
import { AppRoutes } from './routes';

// When a newer price book arrives, screens that show prices price again.
if (!isDemo) whenIdle(() => void refreshBook(), 1500);

export function App() {
  return (
    <BrowserRouter>
      <AppRoutes />
    </BrowserRouter>
  );
}
