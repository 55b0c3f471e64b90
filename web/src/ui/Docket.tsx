// The paper slip that shows the price at every step of the booking.
import type { ReactNode } from 'react';
import { cx } from './cx';

export interface DocketLine {
  label: ReactNode;
  /** Already formatted: see shared/money. */
  amount: ReactNode;
  /** 'good' for a discount, 'muted' for a note. */
  tone?: 'good' | 'muted';
}

export interface DocketProps {
  /** The job, such as 'Leak / tap issue'. */
  title?: ReactNode;
  /** To the right of the title: a badge or an Edit link. */
  corner?: ReactNode;
  /** Below the title: address, arrival window. */
  detail?: ReactNode;
  /** The large figure, such as '£90–£105'. */
  price?: ReactNode;
  lines?: readonly DocketLine[];
  sum?: { label: ReactNode; amount: ReactNode } | undefined;
  /** 'h2' by default; use 'h3' below another heading. */
  heading?: 'h2' | 'h3';
  className?: string;
  /** Anything else on the slip, such as a confidence bar or a coupon form. */
  children?: ReactNode;
}

export function Docket(props: DocketProps) {
  const {
    title,
    corner,
    detail,
    price,
    lines = [],
    sum,
    heading: Heading = 'h2',
    className,
    children,
  } = props;
  return (
    <section className={cx('docket', className)}>
      {(title || corner) && (
        <div className="flex flex-wrap items-start justify-between gap-x-3">
          {title ? (
            <Heading className="min-w-0 flex-1 basis-24 py-0.5 text-m leading-snug font-[650] tracking-normal">
              {title}
            </Heading>
          ) : (
            <span />
          )}
          {corner && <div className="shrink-0">{corner}</div>}
        </div>
      )}
      {detail && <div className="text-s text-muted">{detail}</div>}
      {price && (
        <p className="num my-2 text-[clamp(1.5rem,9.1vw,2.125rem)] leading-[1.05] font-[750] tracking-[-0.03em]">
          {price}
        </p>
      )}
      {children}
      {(lines.length > 0 || sum) && (
        <dl className="docket-lines">
          {lines.map((line, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a docket's lines never reorder
              key={index}
              className={cx(line.tone === 'good' && 'text-good', line.tone === 'muted' && 'text-muted')}
            >
              <dt className="min-w-0">{line.label}</dt>
              <dd className="num shrink-0">{line.amount}</dd>
            </div>
          ))}
          {sum && (
            <div className="sum">
              <dt className="min-w-0">{sum.label}</dt>
              <dd className="num shrink-0">{sum.amount}</dd>
            </div>
          )}
        </dl>
      )}
    </section>
  );
}
