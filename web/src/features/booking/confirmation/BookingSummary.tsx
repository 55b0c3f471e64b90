import type { ReactNode } from 'react';
import { formatPence } from '@/shared/money';
import { Badge } from '@/ui';
import { matchFaces, statusLabels } from './matchStatus';
import type { ConfirmationView } from './view';

export function BookingSummary({ view }: { view: ConfirmationView }) {
  const face = matchFaces[view.match];
  const rows: [string, ReactNode][] = [
    ['Booking ID', view.bookingId],
    ['Issue', view.issue],
    ['Address', view.address],
    ['When', view.when],
  ];
  const total = view.totalPence === undefined ? undefined : formatPence(view.totalPence, view.currency);
  return (
    <section className="docket" aria-label="Booking summary">
      <dl className="grid gap-2.5">
        {rows.map(([name, value]) => value && <Row key={name} name={name} value={value} />)}
      </dl>
      <dl className="docket-lines">
        {total && <Row name="Total" value={<strong className="text-m">{total}</strong>} />}
        <Row
          name="Status"
          value={
            <Badge tone={face.tone}>{view.status ? statusLabels[view.status] : 'To be confirmed'}</Badge>
          }
        />
      </dl>
    </section>
  );
}

function Row({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-s text-muted">{name}</dt>
      <dd className="num min-w-0 text-right text-s [overflow-wrap:anywhere]">{value}</dd>
    </div>
  );
}
