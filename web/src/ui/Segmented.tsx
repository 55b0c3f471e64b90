import type { CSSProperties, ReactNode } from 'react';
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

/** A choice of a few: side by side, or one below the other where the longest word would not fit. Native radio buttons, so arrow keys and
 *  screen readers work without extra code. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { legend, legendShown = false, name, value, options, onChange, disabled } = props;
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className={legendShown ? 'mb-1.5 text-s font-[650]' : 'sr-only'}>{legend}</legend>
      <div className="side-by-side rounded-medium bg-sunk p-1 text-s" style={neededWidth(options)}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'relative flex min-h-11 items-center justify-center gap-1.5 rounded-[9px] border px-1.5 text-center font-semibold leading-tight transition-colors',
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

/** The width below which the options stack (see styles/base.css): the longest word's, for each of them. */
function neededWidth(options: readonly SegmentedOption<string>[]): CSSProperties {
  const letters = Math.max(...options.flatMap(({ label }) => label.split(' ').map((word) => word.length)));
  const icon = options.some((option) => option.icon) ? 1.5 : 0;
  return { '--needed': `${options.length * (letters * 0.54 + 1 + icon)}em` } as CSSProperties;
}
