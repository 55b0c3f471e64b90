import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx';

/** One of a few choices, each on a line of its own. A native radio button, so arrow keys and screen readers work without extra code. */
export function RadioCard({ children, checked, ...rest }: Omit<ComponentPropsWithRef<'input'>, 'type'>) {
  return (
    <label
      className={cx(
        'flex items-start gap-3 rounded-medium border-[1.5px] px-4 py-3.5 transition-colors',
        'has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
        checked ? 'border-action bg-action-soft' : 'border-line-strong bg-surface',
      )}
    >
      <input
        {...rest}
        type="radio"
        checked={checked}
        className="mt-0.5 size-[1.375rem] shrink-0 accent-action"
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </label>
  );
}
