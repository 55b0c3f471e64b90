// /master/payouts/invoices/{number}: a VAT invoice for our fees, or a credit note, to be read and printed.
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { type FeeInvoice, feeInvoiceQuery } from '@/api/payouts';
import { asLondon, formatDate, formatMonth } from '@/shared/london';
import { formatPenceExact } from '@/shared/money';
import { paths } from '@/shared/paths';
import { AreaPage, LoadError, Skeleton } from '@/ui';
import { shortId } from '../words';
import { PrintButton } from './PrintButton';

export function InvoiceScreen() {
  const { number = '' } = useParams();
  const { data, isError, refetch } = useQuery(feeInvoiceQuery(number));
  const isCredit = number.startsWith('CN');
  return (
    <AreaPage
      title={`${isCredit ? 'Credit note' : 'Invoice'} ${number}`}
      hasError={isError}
      back={{ to: paths.master.payouts, label: 'Payouts' }}
      corner={data && <PrintButton />}
    >
      <div className="grid max-w-[36rem] grid-cols-1 gap-6">
        {isError && <LoadError retry={() => void refetch()}>Failed to load this invoice</LoadError>}
        {!data && !isError && <Skeleton className="h-80" label="Loading the invoice" />}
        {data && <Shown invoice={data} />}
      </div>
    </AreaPage>
  );
}

function Shown({ invoice }: { invoice: FeeInvoice }) {
  const { kind, issuer, vatNumber, name, address, issuedAt, month, lines, feePence, vatPence } = invoice;
  const isCredit = kind === 'credit_note';
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 [overflow-wrap:anywhere]">
        <Fact term="From">
          <span dir="auto" className="whitespace-pre-line">
            {issuer}
          </span>
        </Fact>
        <Fact term="VAT number">{vatNumber}</Fact>
        <Fact term="To">
          <span className="block font-[650]">{name}</span>
          <span dir="auto" className="block whitespace-pre-line">
            {address}
          </span>
        </Fact>
        <Fact term="Date">{formatDate(asLondon(issuedAt).day)}</Fact>
      </dl>
      <section aria-label="Fees" className="card p-4 print:border-0 print:p-0">
        <p className="pb-3 font-[650]">
          {isCredit ? 'Fees given back in' : 'Fees for jobs in'} {formatMonth(month)}
        </p>
        <ul className="border-t border-line">
          {lines.map((line) => (
            <li
              key={line.bookingId}
              className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2.5 first:border-t-0 print:break-inside-avoid"
            >
              <span className="num min-w-0 flex-1 basis-40">
                {line.readableName} ({shortId(line.bookingId)})
              </span>
              <span className="num ml-auto">{formatPenceExact(line.feePence)}</span>
            </li>
          ))}
        </ul>
        <dl className="num grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-t border-line pt-3">
          <dt>Without VAT</dt>
          <dd>{formatPenceExact(feePence - vatPence)}</dd>
          <dt>VAT, 20%</dt>
          <dd>{formatPenceExact(vatPence)}</dd>
          <dt className="font-[650]">Total</dt>
          <dd className="font-[650]">{formatPenceExact(feePence)}</dd>
        </dl>
      </section>
      <p className="text-s text-muted">
        {isCredit
          ? 'It is part of your balance already.'
          : 'Paid: fees come off what a job earns, or are owed for a cash job.'}
      </p>
    </>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="num">{children}</dd>
    </>
  );
}
