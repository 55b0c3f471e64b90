import type { ReactNode } from 'react';

/** Says that there is nothing here yet, with a link to get started. */
export function EmptyState({
  icon,
  title,
  action,
  children,
}: {
  icon?: ReactNode;
  title: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="card grid justify-items-center gap-2 py-8 text-center">
      {icon && <div className="grid size-12 place-items-center rounded-full bg-sunk text-muted">{icon}</div>}
      <p className="font-[650]">{title}</p>
      {children && <div className="max-w-prose text-s text-muted">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
