import { Link } from 'react-router';
import type { Clearing } from '@/api/payouts';
import { asLondon, formatDay } from '@/shared/london';
import { formatPenceExact } from '@/shared/money';
import { paths } from '@/shared/paths';
import { serverNow } from '@/shared/session';
import { shortId } from '../words';

/** Milliseconds within which the server makes available what has cleared; what is later than that has not been collected. */
const CLEARED_WITHIN = 5 * 60_000;

/** What was earned by card and is in clearing, job by job. */
export function ClearingList({ items, totalPence }: { items: readonly Clearing[]; totalPence: number }) {
  return (
    <section aria-labelledby="clearing-title" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="clearing-title" className="text-l">
          Clearing
        </h2>
        <p className="num text-l font-[700]">
          <span className="sr-only">In all: </span>
          {formatPenceExact(totalPence)}
        </p>
      </div>
      <p className="num text-s text-muted">
        Card payments clear a while after the job. Your first jobs, large ones and those begun without the
        start code take longer.
      </p>
      <ul className="card grid grid-cols-1 p-0">
        {items.map((item) => (
          <Row key={item.bookingId} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Row({ item: { bookingId, readableName, amountPence, clearsAt } }: { item: Clearing }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-line px-4 py-2.5 not-first:border-t">
      <div className="min-w-0 flex-1 basis-40">
        <Link
          to={paths.master.job(bookingId)}
          className="link -my-1.5 inline-flex min-h-11 items-center [overflow-wrap:anywhere]"
        >
          <span className="min-w-0">
            {readableName} <span className="sr-only">({shortId(bookingId)})</span>
          </span>
        </Link>
        <p className="num text-s text-muted">{availableText(clearsAt)}</p>
      </div>
      <span className="num font-[700]">{formatPenceExact(amountPence)}</span>
    </li>
  );
}

function availableText(clearsAt: string): string {
  if (Date.parse(clearsAt) + CLEARED_WITHIN < serverNow()) return "Waiting for the client's payment";
  const { day, clock } = asLondon(clearsAt);
  return `Available from ${formatDay(day, 'short')}, ${clock}`;
}
