// The main action. `busy` keeps the button in place and focused, and shows what is happening ('Saving…') instead of the label.
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { cx } from './cx';
import { Spinner } from './Spinner';

/** `row` and `danger-row` are lines of a group (`ButtonGroup`). */
export type ButtonLook = 'primary' | 'quiet' | 'danger' | 'plain' | 'row' | 'danger-row';
export type ButtonSize = 'full' | 'small';

export function buttonClass(look: ButtonLook, size: ButtonSize, extra?: string): string {
  return cx(
    'inline-flex items-center gap-2 border-[1.5px] font-[650] leading-tight transition-colors',
    isRow(look)
      ? 'w-full justify-start border-transparent text-left'
      : 'justify-center rounded-medium text-center',
    'disabled:border-line disabled:bg-sunk disabled:text-muted aria-disabled:border-line aria-disabled:bg-sunk aria-disabled:text-muted',
    size === 'full' ? 'min-h-[52px] w-full px-5 py-2 text-m' : 'min-h-11 px-3.5 py-2 text-s',
    look === 'primary' && 'border-transparent bg-action text-on-action hover:bg-action-hover',
    look === 'quiet' && 'border-line-strong text-action hover:bg-action-soft',
    look === 'danger' && 'border-bad text-bad hover:bg-bad-soft',
    look === 'row' && 'text-action hover:bg-action-soft',
    look === 'danger-row' && 'text-bad hover:bg-bad-soft',
    look === 'plain' &&
      'border-transparent text-action underline decoration-1 underline-offset-3 hover:decoration-2',
    extra,
  );
}

function isRow(look: ButtonLook): boolean {
  return look === 'row' || look === 'danger-row';
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
  size?: ButtonSize;
  icon?: ReactNode;
  /** An icon after the label, such as an arrow. */
  after?: ReactNode;
  busy?: boolean;
  /** Shown while busy, such as 'Saving…'; the label by default. */
  busyText?: string;
}

export function Button({
  look = 'primary',
  size = 'full',
  icon,
  after,
  busy = false,
  busyText,
  disabled,
  'aria-disabled': ariaDisabled,
  onClick,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      // Browsers move the focus away from a disabled button, so a busy one stays enabled and ignores clicks, including Enter in its form.
      disabled={disabled && !busy}
      aria-disabled={busy || ariaDisabled}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClass(look, size, className)}
    >
      {busy ? <Spinner /> : icon}
      <span>{busy ? (busyText ?? children) : children}</span>
      {busy ? null : after}
    </button>
  );
}

export interface ButtonLinkProps extends LinkProps {
  look?: ButtonLook;
  size?: ButtonSize;
  icon?: ReactNode;
  after?: ReactNode;
}

/** A link that looks like a button: for going somewhere rather than doing something. */
export function ButtonLink({
  look = 'primary',
  size = 'full',
  icon,
  after,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass(look, size, className)}>
      {icon}
      <span>{children}</span>
      {after}
    </Link>
  );
}
