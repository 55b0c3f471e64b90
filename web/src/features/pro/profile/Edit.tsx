import { Link } from 'react-router';

/** The link beside something that can be changed; `what` is for screen readers. */
export function Edit({ to, what }: { to: string; what: string }) {
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center text-s">
      Edit
      <span className="sr-only"> {what}</span>
    </Link>
  );
}
