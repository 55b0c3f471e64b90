import type { ReactNode } from 'react';
import { cx } from './cx';

export interface SegmentedOption<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
}

export interface SegmentedProps<Value extends string> {
  /** The question, for screen readers; shown when `legendShown`. */
  legend: string;
  legendShown?: boolean;
  name: string;
  value: Value | undefined;
  options: readonly SegmentedOption<Value>[];
  onChange: (value: Value) => void;
  disabled?: boolean;
}

/** A choice of a few, side by side. Native radio buttons, so arrow keys and screen readers work without extra code. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { legend, legendShown = false, name, value, options, onChange, disabled } = props;
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className={legendShown ? 'mb-1.5 text-s font-[650]' : 'sr-only'}>{legend}</legend>
      <div className="grid auto-cols-fr grid-flow-col gap-1 rounded-medium bg-sunk p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'relative flex min-h-11 items-center justify-center gap-1.5 rounded-[9px] border px-1.5 text-center text-s font-semibold leading-tight transition-colors',
              'has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-1',
              option.value === value
                ? 'border-line-strong bg-surface text-ink'
                : 'border-transparent text-muted hover:text-ink',
              (disabled || option.disabled) && 'cursor-not-allowed opacity-60',
            )}
          >
            <input
              type="radio"
              // Invisible but as large as its label, so that taps and touch-driven screen readers hit the input itself.
              className="absolute inset-0 m-0 size-full cursor-[inherit] opacity-0"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            {option.icon}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
