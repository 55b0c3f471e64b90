// What stands around every screen: skip link, offline and update notices, toasts, the error boundary, and where focus goes.
import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { SkipLink } from '@/ui/SkipLink';
import { Toasts } from '@/ui/Toasts';
import { OfflineStrip } from './OfflineStrip';
import { CrashPage } from './pages';
import { UpdateStrip } from './UpdateStrip';
import { useRouteFocus } from './useRouteFocus';

export function Root() {
  const { pathname } = useLocation();
  useRouteFocus();
  return (
    <>
      <SkipLink />
      <OfflineStrip />
      <UpdateStrip />
      <ErrorBoundary FallbackComponent={CrashPage} resetKeys={[pathname]}>
        <Outlet />
      </ErrorBoundary>
      <Toasts />
      <ScrollRestoration />
    </>
  );
}
