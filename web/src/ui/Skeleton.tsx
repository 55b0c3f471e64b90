import { cx } from './cx';

/** A grey placeholder in the shape of what is loading. Give one of them per screen a `label` for screen readers. */
export function Skeleton({ className, label }: { className?: string; label?: string }) {
  return (
    <div className={cx('animate-pulse rounded-medium bg-line', className)}>
      {label && (
        <span role="status" className="sr-only">
          {label}
        </span>
      )}
    </div>
  );
}
