import { cx } from './cx';

/** A grey shape in the size of what is loading. Say so in words beside it with `label` once a screen. */
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
