// The guard of pages for one role. Without it the way leads to that role's login and back here afterwards; who logs out goes to the start.
import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '@/shared/paths';
import { type Role, useLostSession, useSession } from '@/shared/session';

export function RequireRole({ only: role }: { only: Role }) {
  const isAllowed = useSession()?.role === role;
  const hasRunOut = useLostSession() !== null;
  const [wasAllowed] = useState(isAllowed);
  const { pathname, search } = useLocation();
  if (isAllowed) return <Outlet />;
  if (wasAllowed && !hasRunOut) return <Navigate to={paths.landing} replace />;
  const next = pathname + search;
  const login = role === 'master' ? paths.master.login({ next }) : paths.login({ role, next });
  return <Navigate to={login} replace />;
}
