import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { cx } from './cx';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** What it does, for people who cannot see the icon. */
  label: string;
  icon: ReactNode;
}

/** A 44 px round button that shows only an icon. */
export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cx(
        'grid size-11 shrink-0 place-items-center rounded-full transition-colors hover:bg-sunk disabled:text-line-strong disabled:hover:bg-transparent',
        className,
      )}
    >
      {icon}
    </button>
  );
}
