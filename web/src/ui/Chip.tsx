import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { cx } from './cx';

export interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon?: ReactNode;
  /** For chips that stay pressed; leave out for chips that only trigger something. */
  pressed?: boolean;
}

/** A rounded quick pick, 44 px high. Put several in a <ChipRow>. */
export function Chip({ icon, pressed, className, children, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={pressed}
      className={cx(
        'inline-flex min-h-11 items-center gap-1.5 rounded-full border-[1.5px] px-3.5 text-left text-s font-[550] transition-colors',
        pressed
          ? 'border-action bg-action-soft text-action'
          : 'border-line bg-surface hover:border-line-strong disabled:bg-sunk disabled:text-muted',
        className,
      )}
    >
      {icon}
      {children}
    </button>
  );
}

export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be hidden without its own layout quirks
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {children}
    </div>
  );
}
