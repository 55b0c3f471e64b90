// /signup?role=client|master: an alternative address of /register.
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '@/shared/paths';

export function SignUp() {
  const [query] = useSearchParams();
  const role = query.get('role') === 'master' ? 'master' : 'client';
  return <Navigate to={paths.register({ role, next: query.get('next') ?? undefined })} replace />;
}
