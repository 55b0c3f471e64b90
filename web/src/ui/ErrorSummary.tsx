// Shown after a failed submit: a box at the top that takes the focus and links to each field, as on GOV.UK.
import { type MouseEvent, useEffect, useRef } from 'react';

export interface FieldProblem {
  /** The id of the Field. */
  field: string;
  message: string;
}

export interface ErrorSummaryProps {
  problems: readonly FieldProblem[];
  /** Increase it with each submit (react-hook-form's submitCount) to focus the box again. */
  attempt: number;
}

export function ErrorSummary({ problems, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef(0);
  const shown = problems.length > 0;

  useEffect(() => {
    // Once an attempt: a field that is emptied again while typing keeps the focus.
    if (!shown || attempt === focused.current) return;
    focused.current = attempt;
    box.current?.focus();
  }, [shown, attempt]);

  if (!shown) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      aria-labelledby="error-summary-title"
      className="rounded-medium border-2 border-bad bg-bad-soft px-4 py-3 focus:outline-3 focus:outline-focus focus:outline-offset-2"
    >
      <h2 id="error-summary-title" className="text-m">
        There is a problem
      </h2>
      <ul className="mt-1.5 grid gap-1">
        {problems.map((problem) => (
          <li key={problem.field}>
            <a
              href={`#${problem.field}`}
              onClick={(event) => focusField(event, problem.field)}
              className="link inline-block py-1 text-bad"
            >
              {problem.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A plain fragment link would only scroll; this focuses the field and keeps its label in view. */
function focusField(event: MouseEvent, field: string) {
  const control = document.getElementById(field);
  if (!control) return;
  event.preventDefault();
  control.scrollIntoView({ block: 'center' });
  control.focus({ preventScroll: true });
}
