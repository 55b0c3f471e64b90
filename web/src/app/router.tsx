// The route table. Every screen is its own chunk; entry guards run before a screen is shown.
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { requireEstimate, requireReadyDraft } from '@/features/booking/draft';
import { Loading, RouteErrorPage } from './pages';
import { Root } from './Root';

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteErrorPage />,
    hydrateFallbackElement: <Loading />,
    children: [
      { path: '/', lazy: () => import('@/features/landing/LandingScreen') },
      { path: '/booking', element: <Navigate to="/booking/create" replace /> },
      { path: '/booking/create', lazy: () => import('@/features/booking/create/CreateScreen') },
      {
        path: '/booking/estimate',
        loader: requireEstimate,
        lazy: () => import('@/features/booking/estimate/EstimateScreen'),
      },
      { path: '/booking/address', lazy: () => import('@/features/booking/address/AddressScreen') },
      { path: '/booking/time', lazy: () => import('@/features/booking/time/TimeScreen') },
      {
        path: '/booking/review',
        loader: requireReadyDraft,
        lazy: () => import('@/features/booking/review/ReviewScreen'),
      },
      {
        path: '/booking/payment',
        loader: requireReadyDraft,
        lazy: () => import('@/features/booking/payment/PaymentScreen'),
      },
      {
        path: '/booking/confirmation',
        lazy: () => import('@/features/booking/confirmation/ConfirmationScreen'),
      },
      { path: '/booking/:id', lazy: () => import('@/features/status/StatusScreen') },
      { path: '/booking/:id/status', lazy: () => import('@/features/status/StatusScreen') },
      { path: '/b/:guestToken', lazy: () => import('@/features/status/StatusScreen') },
      { path: '/terms', lazy: () => import('@/features/about/TermsScreen') },
      { path: '/privacy', lazy: () => import('@/features/about/PrivacyScreen') },
      { path: '/support', lazy: () => import('@/features/about/SupportScreen') },
      { path: '*', element: <Navigate to="/" replace state={{ notice: 'unknown-page' }} /> },
    ],
  },
];

export function makeRouter() {
  return createBrowserRouter(routes);
}
