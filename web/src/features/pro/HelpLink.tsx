import { CircleHelp } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/shared/paths';

/** The way to help from inside the area. */
export function HelpLink() {
  return (
    <Link
      to={paths.support}
      className="link inline-flex min-h-11 items-center gap-2 justify-self-start text-s"
    >
      <CircleHelp aria-hidden="true" className="size-4" />
      Help and support
    </Link>
  );
}
