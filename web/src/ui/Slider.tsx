import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx';
import { useFieldControl } from './Field';

export interface SliderProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  /** What its ends are called. */
  ends: readonly [string, string];
}

/** A number between two ends, in a row of 44 px. A native slider: arrow keys, Home and End work. Inside a Field it gets its id from there. */
export function Slider({ ends, className, ...rest }: SliderProps) {
  const { 'aria-required': _required, ...wiring } = useFieldControl() as Record<string, unknown>;
  return (
    <div>
      <input
        {...wiring}
        {...rest}
        type="range"
        className={cx('block h-11 w-full cursor-pointer accent-action', className)}
      />
      <p aria-hidden="true" className="num flex justify-between gap-3 text-xs text-muted">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </div>
  );
}
