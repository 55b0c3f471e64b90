// What surrounds every screen: skip link, offline and update notices, toasts, the error boundary, and focus on navigation.
import { Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, useLocation } from 'react-router';
import { LogOutDialog } from '@/ui/logOut';
import { SkipLink } from '@/ui/SkipLink';
import { Toasts } from '@/ui/Toasts';
import { DemoStrip } from './DemoStrip';
import { OfflineStrip } from './OfflineStrip';
import { CrashPage, Loading } from './pages';
import { SignedOutNotice, SignInPopup } from './SignInParts';
import { StorageStrip } from './StorageStrip';
import { UpdateStrip } from './UpdateStrip';
import { useRouteFocus } from './useRouteFocus';

export function Root() {
  const { pathname } = useLocation();
  useRouteFocus();
  return (
    <>
      <SkipLink />
      {import.meta.env.VITE_MOCKS === 'on' && <DemoStrip />}
      <OfflineStrip />
      <StorageStrip />
      <UpdateStrip />
      <SignedOutNotice />
      <ErrorBoundary FallbackComponent={CrashPage} resetKeys={[pathname]}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
      <SignInPopup />
      <LogOutDialog />
      <Toasts />
    </>
  );
}
