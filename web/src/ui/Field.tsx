// Connects a control to its label, hint, error and counter, so that no screen sets aria attributes by hand.
import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, use } from 'react';
import { cx } from './cx';

interface FieldWiring {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldWiring | null>(null);

/** The attributes that a control inside a Field spreads on its element. */
export function useFieldControl() {
  const field = use(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  };
}

export interface FieldProps {
  /** The control's id: the field's name, so that an error summary can link to it. */
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** To the right of the label, such as '448 left'. */
  counter?: string | undefined;
  /** Marks the label 'optional'; everything else is required. */
  optional?: boolean;
  className?: string;
  children: ReactNode;
}

export function Field({
  id,
  label,
  hint,
  error,
  counter,
  optional = false,
  className,
  children,
}: FieldProps) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`, counter && `${id}-counter`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={cx('min-w-0', className)}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-s">
        <label htmlFor={id} className="font-[650]">
          {label}
          {optional && <span className="font-normal text-muted"> (optional)</span>}
        </label>
        {counter && (
          <span id={`${id}-counter`} className="num shrink-0 text-muted">
            {counter}
          </span>
        )}
      </div>
      <FieldContext
        value={{ id, describedBy: describedBy || undefined, invalid: Boolean(error), required: !optional }}
      >
        {children}
      </FieldContext>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-s text-bad">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="mt-1.5 text-s text-muted">
          {hint}
        </div>
      )}
    </div>
  );
}
