// Guards the pages of one role. Anyone else is sent to that role's login and returns here afterwards; after logging out, to the landing page.
import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '@/shared/paths';
import { type Role, useLostSession, useSession } from '@/shared/session';
import { toast } from '@/ui';

export function RequireRole({ only: role }: { only: Role }) {
  const isAllowed = useSession()?.role === role;
  const wasLost = useLostSession() !== null;
  const [wasAllowed] = useState(isAllowed);
  const { pathname, search } = useLocation();
  if (isAllowed) return <Outlet />;
  if (wasAllowed && !wasLost) return <Navigate to={paths.landing} replace />;
  const next = pathname + search;
  const login = role === 'master' ? paths.master.login({ next }) : paths.login({ role, next });
  return (
    <>
      {role === 'master' && <SignInToast />}
      <Navigate to={login} replace />
    </>
  );
}

function SignInToast() {
  useEffect(() => toast('Sign in to receive jobs'), []);
  return null;
}
