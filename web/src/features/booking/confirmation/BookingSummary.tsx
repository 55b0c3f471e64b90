import { statusLabels } from '@/shared/bookingWords';
import { formatPence } from '@/shared/money';
import { Badge, DocketRow } from '@/ui';
import { matchAppearance } from './matchStatus';
import type { ConfirmationView } from './view';

export function BookingSummary({ view }: { view: ConfirmationView }) {
  const appearance = matchAppearance[view.match];
  const total = view.totalPence === undefined ? undefined : formatPence(view.totalPence, view.currency);
  return (
    <section className="docket" aria-label="Booking summary">
      <dl className="grid gap-2.5">
        <DocketRow name="Booking ID" value={view.bookingId} />
        <DocketRow name="Issue" value={view.issue} />
        <DocketRow name="Address" value={view.address} />
        <DocketRow name="When" value={view.when} />
      </dl>
      <dl className="docket-lines">
        {total && <DocketRow name="Total" value={<strong className="text-m">{total}</strong>} />}
        <DocketRow
          name="Status"
          value={
            <Badge tone={appearance.tone}>
              {view.status ? statusLabels[view.status] : 'To be confirmed'}
            </Badge>
          }
        />
      </dl>
    </section>
  );
}
