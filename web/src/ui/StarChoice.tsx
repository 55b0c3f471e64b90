import { CircleAlert, Star } from 'lucide-react';
import { useId } from 'react';
import { cx } from './cx';

const stars = [1, 2, 3, 4, 5] as const;

export interface StarChoiceProps {
  /** The question. */
  legend: string;
  /** 0 as long as nothing is chosen. */
  value: number;
  onChange: (value: number) => void;
  error?: string | undefined;
  disabled?: boolean;
}

/** One to five stars. Native radio buttons, so arrow keys and screen readers work without extra code. */
export function StarChoice({ legend, value, onChange, error, disabled = false }: StarChoiceProps) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="mb-1 text-s font-[650]">{legend}</legend>
      <div className="-ml-2 flex">
        {stars.map((count) => (
          <label
            key={count}
            className="relative grid size-11 min-w-0 shrink grid-cols-1 place-items-center rounded-medium has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              // Invisible but as large as its label, so that taps and touch-driven screen readers hit the input itself.
              className="absolute inset-0 m-0 size-full cursor-[inherit] opacity-0"
              name={name}
              value={count}
              aria-label={count === 1 ? '1 star' : `${count} stars`}
              checked={count === value}
              required
              aria-describedby={error && `${name}-error`}
              onChange={() => onChange(count)}
            />
            <StarMark isFull={count <= value} className="size-8 max-w-full" />
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className="mt-1 flex items-start gap-1.5 text-s text-bad">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}

/** Stars that were given. */
export function Stars({ value }: { value: number }) {
  return (
    <p className="flex gap-0.5">
      <span className="sr-only">{value === 1 ? '1 star of 5' : `${value} stars of 5`}</span>
      {stars.map((count) => (
        <StarMark key={count} isFull={count <= value} className="size-5" />
      ))}
    </p>
  );
}

function StarMark({ isFull, className }: { isFull: boolean; className: string }) {
  return (
    <Star
      aria-hidden="true"
      className={cx(className, isFull ? 'fill-current text-copper' : 'text-line-strong')}
    />
  );
}
