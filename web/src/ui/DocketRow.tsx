import type { ReactNode } from 'react';
import { cx } from './cx';

interface DocketRowProps {
  name: string;
  /** Without a value the row is not shown. */
  value?: ReactNode;
  /** Already formatted: see shared/money. */
  isMoney?: boolean;
}

/** A row of a docket's `dl`. What finds no room beside its name goes below it; beside an amount it is the name that wraps, never the amount. */
export function DocketRow({ name, value, isMoney = false }: DocketRowProps) {
  if (!value) return null;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className={cx('text-s text-muted', isMoney && 'min-w-0 flex-1 basis-24')}>{name}</dt>
      <dd
        dir={isMoney ? undefined : 'auto'}
        className={cx(
          'num text-right text-s',
          isMoney ? 'ml-auto shrink-0 whitespace-nowrap' : 'min-w-0 flex-1 basis-24 [overflow-wrap:anywhere]',
        )}
      >
        {value}
      </dd>
    </div>
  );
}
