import { Navigate, Outlet } from 'react-router';
import { paths } from '@/shared/paths';
import { usePro } from './usePro';

/** The pages that a pro has once the checklist is done; before that they lead to it. */
export function ActivatedOnly() {
  const profile = usePro();
  if (profile.status === 'incomplete') return <Navigate to={paths.master.onboarding} replace />;
  return <Outlet context={profile} />;
}
