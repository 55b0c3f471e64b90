import type { Payout } from '@/api/payouts';
import { asLondon, formatDay } from '@/shared/london';
import { formatPenceExact } from '@/shared/money';
import { cx } from '@/ui';
import { statuses } from './statuses';

/** The payouts so far, the newest first. */
export function PayoutHistory({ payouts }: { payouts: readonly Payout[] }) {
  return (
    <section aria-labelledby="history-title" className="grid grid-cols-1 gap-3">
      <h2 id="history-title" className="text-l">
        History
      </h2>
      {payouts.length === 0 ? (
        <p className="text-s text-muted">No payouts yet.</p>
      ) : (
        <ul className="card grid grid-cols-1 p-0">
          {payouts.map((payout) => (
            <Row key={payout.id} payout={payout} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ payout }: { payout: Payout }) {
  const { day } = asLondon(payout.date);
  const { word, look } = statuses[payout.status];
  const note = noteOf(payout);
  return (
    <li className="num flex flex-wrap items-start justify-between gap-x-4 border-line px-4 py-2.5 not-first:border-t">
      <div className="min-w-0 flex-1 basis-40">
        <p>
          {formatDay(day, 'short')} {day.slice(0, 4)}
        </p>
        {note && <p className="text-s text-muted">{note}</p>}
      </div>
      <div className="ml-auto text-right">
        <p className="font-[700]">{formatPenceExact(payout.amountPence)}</p>
        <p className={cx('text-xs font-[550]', look)}>{word}</p>
      </div>
    </li>
  );
}

function noteOf({ status, sentPence }: Payout): string | null {
  if (status === 'review') return 'We check first and large payouts by hand, usually within a working day.';
  return status === 'failed' && sentPence > 0 ? `${formatPenceExact(sentPence)} of it was paid` : null;
}
