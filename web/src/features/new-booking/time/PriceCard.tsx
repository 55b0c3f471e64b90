// The 'Your price' card: a docket with its lines on a wide screen, the total in the foot on a phone.

import type { ReactNode } from 'react';
import type { PriceLine } from '@/api/types';
import { formatPence, formatPenceExact, formatSignedPence } from '@/shared/money';
import { Docket, Foot, Skeleton } from '@/ui';
import type { BookingDraft } from '../draft';
import { middleOf } from '../estimate/pricing';
import { emergencyLines } from './EmergencyPanel';
import type { YourPrice } from './useYourPrice';

const NOTE = 'Final price shown again on next step.';
export const NO_PRICE = 'No instant price: pros name one, or you suggest a budget.';

export function PriceDocket({ draft, price }: { draft: BookingDraft; price: YourPrice | null | undefined }) {
  const { address, estimationResult: estimate } = draft;
  const emergency = draft.urgency === 'EMERGENCY';
  const middle = middleOf(estimate);
  return (
    <Docket
      title={estimate?.readable_name ?? 'Your price'}
      detail={address ? `${address.line1}, ${address.postcode}` : draft.postcodePrefix}
      lines={emergency ? emergencyLines(price) : price?.lines.filter(hasAmount).map(docketLine)}
      sum={price ? { label: emergency ? 'You pay' : 'Your price', amount: totalOf(price) } : undefined}
    >
      {/* As tall as a base, a total and the label. */}
      {price === undefined && <Skeleton className="mt-3 h-[6.75rem]" label="Working out the price" />}
      {price === null && <p className="mt-2 text-s">{NO_PRICE}</p>}
      {price && !emergency && <p className="mt-1 text-s text-muted">{price.deltaLabel}</p>}
      {middle && price && (
        <p className="mt-1 text-s text-muted">
          The base is {formatPence(price.base)}, {middle}.
        </p>
      )}
      {price?.guessed && (
        <p className="mt-1 text-s text-muted">Describe the problem for a price of its own.</p>
      )}
    </Docket>
  );
}

/** `full` on a phone, where there is no docket. */
export function PriceFoot({
  draft,
  price,
  full,
  action,
}: {
  draft: BookingDraft;
  price: YourPrice | null | undefined;
  full: boolean;
  action: ReactNode;
}) {
  const middle = middleOf(draft.estimationResult);
  if (!full) return <Foot action={action} hint={price === null ? undefined : NOTE} />;
  if (price === null) return <Foot label="Your price" total="By quote" note={NO_PRICE} action={action} />;
  return (
    <Foot
      label="Your price"
      total={price ? totalOf(price) : <span className="inline-block min-w-28">…</span>}
      note={
        <>
          {price ? makeUp(price, draft.urgency === 'EMERGENCY') : <>&nbsp;</>}
          {middle && price && (
            <>
              <br />
              {formatPence(price.base)}: {middle}
            </>
          )}
          <br />
          {NOTE}
        </>
      }
      action={action}
    />
  );
}

/** Without a slot, 'from £92.50'. */
function totalOf({ total, from }: YourPrice): string {
  return from ? `from ${formatPence(total)}` : formatPence(total);
}

/** 'Base £97.50 · Service level +£19.50 · Slot +£10', or 'Base price' alone; an emergency's base stands above already. */
function makeUp({ base, lines, deltaLabel, from }: YourPrice, emergency: boolean): string {
  const atBase = !from && lines.every((line) => line.kind === 'base' || !hasAmount(line));
  if (emergency || atBase) return deltaLabel;
  const tier = lines.find((line) => line.kind === 'tier')?.amountPence ?? 0;
  return [`Base ${formatPence(base)}`, tier !== 0 && `Service level ${shortSigned(tier)}`, deltaLabel]
    .filter(Boolean)
    .join(' · ');
}

function shortSigned(pence: number): string {
  return pence > 0 ? `+${formatPence(pence)}` : formatPence(pence);
}

function hasAmount(line: PriceLine): boolean {
  return line.kind === 'base' || line.amountPence !== 0;
}

function docketLine({ kind, label, amountPence }: PriceLine) {
  const amount = kind === 'base' ? formatPenceExact(amountPence) : formatSignedPence(amountPence);
  return { label, amount };
}
