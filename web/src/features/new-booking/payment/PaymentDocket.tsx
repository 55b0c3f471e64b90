import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Estimate, PriceLine } from '@/api/types';
import { formatPence, formatPenceExact, formatSignedPence } from '@/shared/money';
import { paths } from '@/shared/paths';
import { Docket, type DocketLine } from '@/ui';
import { addressLines, issueOf, whenOf } from '../checkout';
import { type BookingDraft, editPath } from '../draft';
import { Confidence } from '../estimate/Confidence';

export interface PaymentDocketProps {
  draft: BookingDraft;
  lines: readonly PriceLine[];
  amountPence: number;
  /** Shown where the price agreement is on the same screen. */
  estimate?: Estimate | undefined;
}

/** The job, with a link to change each part, and how the price adds up. */
export function PaymentDocket({ draft, lines, amountPence, estimate }: PaymentDocketProps) {
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
      lines={open ? docketLines(lines, draft.couponCode) : []}
      sum={{
        label: (
          <>
            Total <span className="text-xs font-normal text-muted">(incl. VAT & callout)</span>
          </>
        ),
        amount: formatPence(amountPence),
      }}
    >
      {estimate && (
        <div className="mt-3">
          <Confidence of={estimate} />
        </div>
      )}
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-mb-2 inline-flex min-h-11 items-center gap-1 text-left text-s font-[650] text-action"
      >
        {open ? 'Hide price breakdown' : 'Show price breakdown'}
        <Arrow aria-hidden="true" className="size-4" />
      </button>
    </Docket>
  );
}

/** Without the lines that change nothing. */
function docketLines(lines: readonly PriceLine[], couponCode: string | undefined): DocketLine[] {
  return lines
    .filter((line) => line.amountPence !== 0)
    .map(({ kind, label, amountPence }) => ({
      label: kind === 'coupon' && couponCode ? `Coupon ${couponCode}` : withoutAmount(label),
      amount: kind === 'base' ? formatPenceExact(amountPence) : formatSignedPence(amountPence),
      ...(kind === 'coupon' ? { tone: 'good' as const } : {}),
    }));
}

/** 'Emergency call-out +£40' → 'Emergency call-out': the amount stands beside it. */
function withoutAmount(label: string): string {
  return label.replace(/ [+−-]£[\d.]+$/, '');
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
    <Link to={editPath(to, 'payment')} className="link shrink-0 py-1 text-s">
      Edit<span className="sr-only"> {what}</span>
    </Link>
  );
}
