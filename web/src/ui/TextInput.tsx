import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from './cx';
import { useFieldControl } from './Field';

export interface TextInputProps extends ComponentPropsWithRef<'input'> {
  /** Stands inside the frame at the right, such as the 'Area ok' badge. */
  badge?: ReactNode;
}

/** One line of text. Inside a Field it takes its id and aria from there. */
export function TextInput({ className, badge, type = 'text', ...rest }: TextInputProps) {
  const wiring = useFieldControl();
  const input = (
    <input {...wiring} {...rest} type={type} className={cx('control', badge && 'pr-28', className)} />
  );
  // A badge that comes and goes must not remount the input: only an absent prop means that there is never one.
  if (badge === undefined) return input;
  return (
    <div className="relative">
      {input}
      <div className="pointer-events-none absolute inset-y-0 right-3 flex items-center">{badge}</div>
    </div>
  );
}

/** Several lines of text. */
export function TextArea({ className, rows = 3, ...rest }: ComponentPropsWithRef<'textarea'>) {
  const wiring = useFieldControl();
  return <textarea {...wiring} {...rest} rows={rows} className={cx('control block resize-y', className)} />;
}
