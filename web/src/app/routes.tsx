// The route table. Every screen is its own chunk; entry guards run before a screen is shown. react-router's declarative mode: its data routers
// weigh 17 KB gzip more on the first load, and react-query already does what their loaders would.
import { Navigate, Route, Routes } from 'react-router';
import { Guard, missingEstimate, missingStep } from '@/features/booking/draft';
import { paths } from '@/shared/paths';
import { lazyScreen } from './lazyScreen';
import { Root } from './Root';

const Landing = lazyScreen(() => import('@/features/landing/LandingScreen'));
const Create = lazyScreen(() => import('@/features/booking/create/CreateScreen'));
const Estimate = lazyScreen(() => import('@/features/booking/estimate/EstimateScreen'));
const Address = lazyScreen(() => import('@/features/booking/address/AddressScreen'));
const Time = lazyScreen(() => import('@/features/booking/time/TimeScreen'));
const Review = lazyScreen(() => import('@/features/booking/review/ReviewScreen'));
const Payment = lazyScreen(() => import('@/features/booking/payment/PaymentScreen'));
const Confirmation = lazyScreen(() => import('@/features/booking/confirmation/ConfirmationScreen'));
const Status = lazyScreen(() => import('@/features/status/StatusScreen'));
const Terms = lazyScreen(() => import('@/features/about/TermsScreen'));
const Privacy = lazyScreen(() => import('@/features/about/PrivacyScreen'));
const Support = lazyScreen(() => import('@/features/about/SupportScreen'));

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Root />}>
        <Route path="/" element={<Landing />} />
        <Route path="/booking" element={<Navigate to={paths.booking.create} replace />} />
        <Route path="/booking/create" element={<Create />} />
        {/* Keyed: each guard judges anew when one sends on to the other. */}
        <Route element={<Guard key="estimate" missing={missingEstimate} />}>
          <Route path="/booking/estimate" element={<Estimate />} />
        </Route>
        <Route path="/booking/address" element={<Address />} />
        <Route path="/booking/time" element={<Time />} />
        <Route element={<Guard key="checkout" missing={missingStep} />}>
          <Route path="/booking/review" element={<Review />} />
          <Route path="/booking/payment" element={<Payment />} />
        </Route>
        <Route path="/booking/confirmation" element={<Confirmation />} />
        <Route path="/booking/:id" element={<Status />} />
        <Route path="/booking/:id/status" element={<Status />} />
        <Route path="/b/:guestToken" element={<Status />} />
        <Route path="/terms" element={<Terms />} />
        <Route path="/privacy" element={<Privacy />} />
        <Route path="/support" element={<Support />} />
        <Route
          path="*"
          element={<Navigate to={paths.landing} replace state={{ notice: 'unknown-page' }} />}
        />
      </Route>
    </Routes>
  );
}
