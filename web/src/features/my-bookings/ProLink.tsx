import { Link } from 'react-router';
import { paths } from '@/shared/paths';

/** To what everybody may know of a pro. Demo pros and former ones have no such page. */
export function ProLink({ masterId, name }: { masterId: string; name: string }) {
  return (
    <Link
      to={paths.pro(masterId)}
      className="link -mb-2 inline-flex min-h-11 items-center justify-self-start text-s"
    >
      Profile and reviews<span className="sr-only"> of {name}</span>
    </Link>
  );
}
