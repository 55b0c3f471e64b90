import { factsOf } from '@/shared/bookingStatus';
import { Badge, DocketRow } from '@/ui';
import type { ConfirmationView } from './view';

export function BookingSummary({ view }: { view: ConfirmationView }) {
  const facts = view.status && factsOf(view.status);
  return (
    <section className="docket" aria-label="Booking summary">
      <dl className="grid gap-2.5">
        <DocketRow name="Booking ID" value={view.bookingId} />
        <DocketRow name="Issue" value={view.issue} />
        <DocketRow name="Address" value={view.address} />
        <DocketRow name="When" value={view.when} />
        <DocketRow
          name="Status"
          value={facts ? <Badge tone={facts.tone}>{facts.word}</Badge> : 'To be confirmed'}
        />
      </dl>
      {view.total && (
        <div className="docket-lines">
          <dl>
            <DocketRow isMoney name="Total" value={<strong className="text-m">{view.total}</strong>} />
          </dl>
          {view.money && <p className="num text-s text-muted">{view.money}</p>}
        </div>
      )}
    </section>
  );
}
