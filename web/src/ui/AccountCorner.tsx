import { Link } from 'react-router';
import { paths } from '@/shared/paths';
import { useSession } from '@/shared/session';
import { Button } from './Button';
import { logOut } from './logOut';

/** At the top right of plain pages: a link to log in, or who is signed in and a way to log out. */
export function AccountCorner() {
  const session = useSession();
  if (!session)
    return (
      <Link
        to={paths.login()}
        className="inline-flex min-h-11 items-center rounded-small px-1 text-s font-[650] text-action hover:underline"
      >
        Log in
      </Link>
    );
  const home = session.role === 'master' ? paths.master.home : paths.client.home;
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Link
        to={home}
        aria-label={session.email ? `My account: ${session.email}` : undefined}
        className="min-w-0 max-w-64 truncate rounded-small px-1 py-2.5 text-s font-[550] text-muted hover:underline"
      >
        {session.email ?? 'My account'}
      </Link>
      <Button size="small" look="plain" className="-mr-2.5 shrink-0" onClick={logOut}>
        Log out
      </Button>
    </div>
  );
}
