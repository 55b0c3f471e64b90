import { Link, useLocation } from 'react-router';
import { paths } from '@/shared/paths';
import { useSession } from '@/shared/session';

/** Above every screen of the demonstration: that nothing is real, and the way to the other side. */
export function DemoStrip() {
  const { pathname } = useLocation();
  const isPro = useSession()?.role === 'master';
  const [to, text] = pathname.startsWith('/master')
    ? [paths.landing, 'See the client’s side']
    : [isPro ? paths.master.home : paths.master.login(), 'See the pro’s side'];
  return (
    <aside
      aria-label="Demonstration"
      className="flex flex-wrap items-center justify-center gap-x-4 bg-copper-soft px-5 py-1 text-s"
    >
      <p>
        <strong className="font-[650]">Demonstration:</strong> nothing here is real. Nobody comes, no card is
        charged, and any email and password signs you in.
      </p>
      <Link to={to} className="link inline-flex min-h-11 items-center">
        {text}
      </Link>
    </aside>
  );
}
