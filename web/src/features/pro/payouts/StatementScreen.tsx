// /master/payouts/statements/{month}: what a month or tax year brought and cost, to be read and printed. The same lines as the CSV file.
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { type Statement, type StatementLine, statementQuery } from '@/api/payouts';
import { asLondon, formatDay } from '@/shared/london';
import { formatPenceExact, formatSignedPence } from '@/shared/money';
import { paths } from '@/shared/paths';
import { AreaPage, LoadError, Skeleton } from '@/ui';
import { usePro } from '../usePro';
import { shortId } from '../words';
import { PrintButton } from './PrintButton';
import { periodName } from './period';
import { Receipts } from './Receipts';

export function StatementScreen() {
  const { month = '' } = useParams();
  const { data, isError, refetch } = useQuery(statementQuery(month));
  return (
    <AreaPage
      title={`Statement, ${periodName(month)}`}
      hasError={isError}
      back={{ to: paths.master.payouts, label: 'Payouts' }}
      corner={data && <PrintButton />}
    >
      <div className="grid max-w-[36rem] grid-cols-1 gap-6">
        {isError && <LoadError retry={() => void refetch()}>Failed to load this statement</LoadError>}
        {!data && !isError && <Skeleton className="h-80" label="Loading the statement" />}
        {data && <Shown statement={data} />}
      </div>
    </AreaPage>
  );
}

function Shown({ statement }: { statement: Statement }) {
  const { lines, openingPence, closingPence } = statement;
  const { basics } = usePro();
  return (
    <>
      {basics && (
        <address className="not-italic [overflow-wrap:anywhere]">
          <span className="block font-[650]">{basics.legalName}</span>
          <span dir="auto" className="block whitespace-pre-line text-muted">
            {basics.tradingAddress}
          </span>
        </address>
      )}
      <section aria-label="Lines" className="card p-4 print:border-0 print:p-0">
        <Total label="At the start" pence={openingPence} />
        {lines.length === 0 ? (
          <p className="border-t border-line py-3 text-muted">Nothing happened in this time.</p>
        ) : (
          <ul className="border-t border-line">
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and never change places
              <Row key={index} line={line} />
            ))}
          </ul>
        )}
        <div className="border-t border-line">
          <Total label="At the end" pence={closingPence} />
        </div>
      </section>
      <Receipts statement={statement} />
      <p className="text-s text-muted">
        These totals include money that is clearing or frozen. A payout is taken off when it is requested.
      </p>
    </>
  );
}

function Total({ label, pence }: { label: string; pence: number }) {
  return (
    <p className="flex flex-wrap justify-between gap-x-4 py-3 font-[650]">
      {label} <span className="num ml-auto">{formatPenceExact(pence)}</span>
    </p>
  );
}

function Row({ line: { at, whatFor, amountPence, bookingId, readableName } }: { line: StatementLine }) {
  const { day, clock } = asLondon(at);
  return (
    <li className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2.5 first:border-t-0 print:break-inside-avoid">
      <div className="min-w-0 flex-1 basis-40">
        <p>{whatFor}</p>
        <p className="num text-s text-muted [overflow-wrap:anywhere]">
          {formatDay(day, 'short')}, {clock}
          {bookingId && ` · ${readableName ?? 'Job'} (${shortId(bookingId)})`}
        </p>
      </div>
      <span className="num ml-auto font-[650]">{formatSignedPence(amountPence)}</span>
    </li>
  );
}
