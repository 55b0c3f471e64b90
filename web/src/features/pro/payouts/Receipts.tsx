import type { Statement } from '@/api/payouts';
import { asLondon, formatDay } from '@/shared/london';
import { formatPenceExact } from '@/shared/money';
import { Section } from '@/ui/Section';
import { shortId } from '../words';

/** What clients have as proof, in the pro's name, and what they paid by hand: sales that are no part of the balance. */
export function Receipts({ statement: { receipts, cashPence } }: { statement: Statement }) {
  if (receipts.length === 0) return null;
  const totalPence = receipts.reduce((sum, { paidPence }) => sum + paidPence, 0);
  return (
    <Section id="receipts" title="Receipts in your name">
      <div className="card p-4 print:border-0 print:p-0">
        <ul>
          {receipts.map(({ number, at, bookingId, readableName, paidPence, inCash }) => (
            <li
              key={number}
              className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2.5 first:border-t-0 print:break-inside-avoid"
            >
              <div className="min-w-0 flex-1 basis-40">
                <p className="[overflow-wrap:anywhere]">{readableName}</p>
                <p className="num text-s text-muted">
                  {formatDay(asLondon(at).day, 'short')} · {String(number).padStart(6, '0')} ·{' '}
                  {inCash ? 'cash' : 'card'} ({shortId(bookingId)})
                </p>
              </div>
              <span className="num ml-auto font-[650]">{formatPenceExact(paidPence)}</span>
            </li>
          ))}
        </ul>
        <dl className="num grid gap-1 border-t-[1.5px] border-ink pt-3 font-[650]">
          <Total name="Clients paid" pence={totalPence} />
          <Total name="Of it in cash, collected by you" pence={cashPence} />
        </dl>
      </div>
    </Section>
  );
}

function Total({ name, pence }: { name: string; pence: number }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt>{name}</dt>
      <dd className="ml-auto">{formatPenceExact(pence)}</dd>
    </div>
  );
}
