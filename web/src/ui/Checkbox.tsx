import { CircleAlert } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from './cx';

export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> {
  id: string;
  label: ReactNode;
  error?: string | undefined;
}

/** A native checkbox in a 44 px row with its label and error. */
export function Checkbox({ id, label, error, className, ...rest }: CheckboxProps) {
  return (
    <div className={className}>
      <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-2">
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={cx(
            'mt-0.5 size-[1.375rem] shrink-0 accent-action',
            error && 'outline-2 outline-offset-2 outline-bad',
          )}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-s text-bad">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
