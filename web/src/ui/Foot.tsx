import type { ReactNode } from 'react';
import { cx } from './cx';

export interface FootProps {
  /** Above the total, such as 'Your price'. */
  label?: ReactNode;
  /** The formatted price; always visible once it is known. */
  total?: ReactNode;
  /** To the right of the total, one or two short lines. Small print: gives way on a narrow screen with the foot in view, as does the hint. */
  note?: ReactNode;
  /** The main action: a <Button> or <ButtonLink>. For a form elsewhere use <Button type="submit" form="the-form-id">. */
  action: ReactNode;
  /** Below the action, centred. */
  hint?: ReactNode;
}

const smallPrint = 'text-xs text-muted [@media(min-height:30rem)]:@max-[16rem]:hidden';

/** The price and one button: within reach of the thumb on a phone, at the end of the slip on a wide screen. Passed to <BookingLayout foot>. */
export function Foot({ label, total, note, action, hint }: FootProps) {
  return (
    <div className="grid gap-2.5">
      {(total || note) && (
        <div className="flex flex-wrap items-end justify-between gap-x-4" aria-live="polite">
          <div>
            {label && <p className="text-xs text-muted">{label}</p>}
            {total && (
              <p className="num text-[1.375rem] leading-tight font-[750] tracking-[-0.02em]">{total}</p>
            )}
          </div>
          {note && (
            <div className={cx('min-w-0 flex-1 basis-36 text-right text-balance', smallPrint)}>{note}</div>
          )}
        </div>
      )}
      {action}
      {hint && <div className={cx('text-center', smallPrint)}>{hint}</div>}
    </div>
  );
}
