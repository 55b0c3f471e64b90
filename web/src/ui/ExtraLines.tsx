import type { ChangeOrder } from '@/api/types';
import { extraLabel } from '@/shared/extraWork';
import { formatPenceExact } from '@/shared/money';

interface ExtraLinesProps {
  order: Pick<ChangeOrder, 'lines' | 'sumPence'>;
  /** What their sum is called. */
  sum: string;
}

/** What extra work adds, line by line, and its sum. */
export function ExtraLines({ order: { lines, sumPence }, sum }: ExtraLinesProps) {
  return (
    <dl className="docket-lines mt-0">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change, and two may say the same
        <div key={index}>
          <dt className="min-w-0 [overflow-wrap:anywhere]">{extraLabel(line)}</dt>
          <dd className="num">{formatPenceExact(line.amountPence)}</dd>
        </div>
      ))}
      <div className="sum">
        <dt>{sum}</dt>
        <dd className="num">{formatPenceExact(sumPence)}</dd>
      </div>
    </dl>
  );
}
