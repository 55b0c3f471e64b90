import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx';

export interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'role' | 'children'> {
  id: string;
  /** Stays the same whether it is on or off. */
  label: string;
}

/** Turns something on or off at once, in a 44 px row. A native checkbox, so the space bar works without extra code. */
export function Switch({ id, label, className, ...rest }: SwitchProps) {
  return (
    <label
      htmlFor={id}
      className={cx('flex min-h-11 flex-wrap items-center justify-between gap-x-4', className)}
    >
      <span className="min-w-0 font-[650]">{label}</span>
      <input
        {...rest}
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: the browser itself tells whether it is on
        role="switch"
        className={cx(
          'relative h-8 w-14 shrink-0 cursor-pointer appearance-none rounded-full border-2 border-line-strong bg-sunk transition-colors',
          'before:absolute before:top-1 before:left-1 before:size-5 before:rounded-full before:bg-line-strong before:transition-transform',
          'checked:border-action checked:bg-action checked:before:translate-x-6 checked:before:bg-on-action',
        )}
      />
    </label>
  );
}
