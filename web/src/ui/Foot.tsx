import type { ReactNode } from 'react';

export interface FootProps {
  /** Above the total, such as 'Your price'. */
  label?: ReactNode;
  /** The formatted price; always visible once it is known. */
  total?: ReactNode;
  /** To the right of the total, one or two short lines. */
  note?: ReactNode;
  /** The main action: a <Button> or <ButtonLink>. For a form elsewhere use <Button type="submit" form="the-form-id">. */
  action: ReactNode;
  /** Below the action, centred. */
  hint?: ReactNode;
}

/** The price and one button: within reach of the thumb on a phone, at the end of the slip on a wide screen. Passed to <BookingLayout foot>. */
export function Foot({ label, total, note, action, hint }: FootProps) {
  return (
    <div className="grid gap-2.5">
      {(total || note) && (
        <div className="flex items-end justify-between gap-4" aria-live="polite">
          <div className="shrink-0">
            {label && <p className="text-xs text-muted">{label}</p>}
            {total && (
              <p className="num text-[1.375rem] leading-tight font-[750] tracking-[-0.02em]">{total}</p>
            )}
          </div>
          {note && <div className="text-right text-xs text-muted">{note}</div>}
        </div>
      )}
      {action}
      {hint && <div className="text-center text-xs text-muted">{hint}</div>}
    </div>
  );
}
