import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { PriceLine } from '@/api/types';
import { formatPence, formatPenceExact, formatSignedPence } from '@/shared/money';
import { paths } from '@/shared/paths';
import { Docket } from '@/ui';
import { addressLines, issueOf, whenOf } from '../checkout';
import type { BookingDraft } from '../draft';

export interface PaymentDocketProps {
  draft: BookingDraft;
  lines: readonly PriceLine[];
  amountPence: number;
}

/** The job, with a link to change each part, and how the price adds up. */
export function PaymentDocket({ draft, lines, amountPence }: PaymentDocketProps) {
  const [open, setOpen] = useState(true);
  const Arrow = open ? ChevronUp : ChevronDown;
  return (
    <Docket
      title={issueOf(draft)}
      corner={<Edit to={paths.booking.create} what="the problem" />}
      detail={
        <>
          <Row text={addressLines(draft)} to={paths.booking.address} what="the address" />
          <Row text={whenOf(draft)} to={paths.booking.time} what="the time" />
        </>
      }
      lines={
        open
          ? lines.map((line, index) => ({
              label: line.kind === 'coupon' && draft.couponCode ? `Coupon ${draft.couponCode}` : line.label,
              amount: index === 0 ? formatPenceExact(line.amountPence) : formatSignedPence(line.amountPence),
              ...(line.kind === 'coupon' ? { tone: 'good' as const } : {}),
            }))
          : []
      }
      sum={{
        label: (
          <>
            Total <span className="text-xs font-normal text-muted">(incl. VAT & callout)</span>
          </>
        ),
        amount: formatPence(amountPence),
      }}
    >
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-mb-2 inline-flex min-h-11 items-center gap-1 text-s font-[650] text-action"
      >
        {open ? 'Hide price breakdown' : 'Show price breakdown'}
        <Arrow aria-hidden="true" className="size-4" />
      </button>
    </Docket>
  );
}

function Row({ text, to, what }: { text: string; to: string; what: string }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <p className="num min-w-0 [overflow-wrap:anywhere]">{text}</p>
      <Edit to={to} what={what} />
    </div>
  );
}

function Edit({ to, what }: { to: string; what: string }) {
  return (
    <Link to={to} className="link shrink-0 py-1 text-s">
      Edit<span className="sr-only"> {what}</span>
    </Link>
  );
}
