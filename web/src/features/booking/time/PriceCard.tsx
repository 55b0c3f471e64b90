// The 'Your price' card: a docket with its lines on a wide screen, the total in the foot on a phone.

import type { ReactNode } from 'react';
import { formatPence, formatPenceExact, formatSignedPence } from '@/shared/money';
import { Docket, Foot, Skeleton } from '@/ui';
import type { BookingDraft } from '../draft';
import type { YourPrice } from './useYourPrice';

const NOTE = 'Final price shown again on next step.';
const NO_PRICE = 'No instant price: you name your budget on the next step.';

export function PriceDocket({ draft, price }: { draft: BookingDraft; price: YourPrice | null | undefined }) {
  const { address, estimationResult: estimate } = draft;
  const [base, ...adjustments] = price?.lines ?? [];
  return (
    <Docket
      title={estimate?.readable_name ?? 'Your price'}
      detail={address ? `${address.line1}, ${address.postcode}` : draft.postcodePrefix}
      lines={
        base && [
          { label: base.label, amount: formatPenceExact(base.amountPence) },
          ...adjustments.map((line) => ({ label: line.label, amount: formatSignedPence(line.amountPence) })),
        ]
      }
      sum={price ? { label: 'Your price', amount: formatPence(price.total) } : undefined}
    >
      {price === undefined && <Skeleton className="mt-3 h-32" label="Working out the price" />}
      {price === null && <p className="mt-2 text-s">{NO_PRICE}</p>}
      {price?.lines.every((line) => line.label !== price.deltaLabel) && (
        <p className="mt-1 text-s text-muted">{price.deltaLabel}</p>
      )}
      {price?.guessed && (
        <p className="mt-1 text-s text-muted">Describe the problem for a price of its own.</p>
      )}
    </Docket>
  );
}

/** `full` on a phone, where there is no docket. */
export function PriceFoot({
  price,
  full,
  action,
}: {
  price: YourPrice | null | undefined;
  full: boolean;
  action: ReactNode;
}) {
  if (!full) return <Foot action={action} hint={price === null ? undefined : NOTE} />;
  if (price === null) return <Foot label="Your price" total="By quote" note={NO_PRICE} action={action} />;
  return (
    <Foot
      label="Your price"
      total={price ? formatPence(price.total) : '…'}
      note={
        <>
          {price?.deltaLabel ?? ' '}
          <br />
          {NOTE}
        </>
      }
      action={action}
    />
  );
}
