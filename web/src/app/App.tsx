import { BrowserRouter } from 'react-router';
import '@/shared/keptAnswers';
import '@/shared/outbox/photos';
import '@/shared/seenBookings';
import { AppRoutes } from './routes';

export function App() {
  return (
    <BrowserRouter>
      <AppRoutes />
    </BrowserRouter>
  );
}
