import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from './cx';
import { useFieldControl } from './Field';

export interface TextInputProps extends ComponentPropsWithRef<'input'> {
  /** Inside the frame on the right, or below it where that is too narrow; such as the 'Area ok' badge. */
  badge?: ReactNode;
}

/** A one-line text field. Inside a Field it gets its id and aria attributes from there. */
export function TextInput({ className, badge, type = 'text', ...rest }: TextInputProps) {
  const wiring = useFieldControl();
  const input = (
    <input
      dir="auto"
      {...wiring}
      {...rest}
      type={type}
      className={cx('control', badge && '@min-[14rem]:pr-28', className)}
    />
  );
  // A badge that appears and disappears must not remount the input; only a missing prop means there is never a badge.
  if (badge === undefined) return input;
  return (
    <div className="@container relative">
      {input}
      <div className="pointer-events-none flex items-center pt-1 @min-[14rem]:absolute @min-[14rem]:inset-y-0 @min-[14rem]:right-3 @min-[14rem]:pt-0">
        {badge}
      </div>
    </div>
  );
}

/** For an email: the keyboard has an @, and nothing is corrected. */
export function EmailInput({ autoComplete = 'email', ...rest }: Omit<TextInputProps, 'type' | 'inputMode'>) {
  return (
    <TextInput
      {...rest}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

/** A text field with several lines. */
export function TextArea({ className, rows = 3, ...rest }: ComponentPropsWithRef<'textarea'>) {
  const wiring = useFieldControl();
  return (
    <textarea
      dir="auto"
      {...wiring}
      {...rest}
      rows={rows}
      className={cx('control block resize-y', className)}
    />
  );
}
