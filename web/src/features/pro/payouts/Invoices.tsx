// VAT invoices for our fees, and credit notes.
import { Link } from 'react-router';
import type { FeeInvoiceHead } from '@/api/payouts';
import { formatMonth } from '@/shared/london';
import { formatPenceExact } from '@/shared/money';
import { paths } from '@/shared/paths';

export function Invoices({ invoices }: { invoices: readonly FeeInvoiceHead[] }) {
  return (
    <section aria-labelledby="invoices-title" className="grid grid-cols-1 gap-3">
      <h2 id="invoices-title" className="text-l">
        Invoices for our fees
      </h2>
      <ul className="grid grid-cols-1 gap-2.5">
        {invoices.map(({ number, kind, month, feePence }) => (
          <li key={number} className="flex flex-wrap items-center justify-between gap-x-4">
            <Link to={paths.master.invoice(number)} className="link num inline-flex min-h-11 items-center">
              {number}
            </Link>
            <span className="num text-s text-muted">
              {kind === 'credit_note' ? 'Credit note' : 'Invoice'}, {formatMonth(month)}:{' '}
              {formatPenceExact(feePence)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
