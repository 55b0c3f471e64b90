import type { ReactNode } from 'react';
import { formatSlot } from '@/shared/london';
import { formatPence, poundsToPence } from '@/shared/money';
import type { SeenBooking } from './useBooking';

/** What is known of the job; a share viewer's answer holds only some of it. */
export function StatusRows({ booking }: { booking: SeenBooking }) {
  const address = [booking.address_line1, booking.address_line2, booking.city, booking.postcode]
    .filter(Boolean)
    .join(', ');
  const area = [booking.city, booking.outward_code].filter(Boolean).join(', ');
  const total = totalOf(booking);
  return (
    <section className="docket" aria-label="Booking">
      <dl className="grid gap-2.5">
        <Row name="Issue" value={booking.readable_name} />
        <Row
          name={booking.address_line1 ? 'Address' : 'Area'}
          value={booking.address_line1 ? address : area}
        />
        <Row name="When" value={whenOf(booking)} />
        <Row name="Customer" value={booking.customer_name} />
      </dl>
      {total && (
        <dl className="docket-lines">
          <Row name={totalName(booking)} value={<strong className="text-m">{total}</strong>} />
        </dl>
      )}
    </section>
  );
}

function Row({ name, value }: { name: string; value: ReactNode }) {
  if (!value) return null;
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-s text-muted">{name}</dt>
      <dd className="num min-w-0 text-right text-s [overflow-wrap:anywhere]">{value}</dd>
    </div>
  );
}

function whenOf({ timeslot, urgency }: SeenBooking): string {
  if (timeslot) return formatSlot(timeslot.start, timeslot.end);
  return urgency === 'EMERGENCY' ? 'Emergency call-out ASAP' : 'As soon as possible';
}

function totalOf({ quote_mode, proposed_price, amount_pence, payment_currency }: SeenBooking) {
  const pence =
    quote_mode === 'REQUEST' && proposed_price !== undefined ? poundsToPence(proposed_price) : amount_pence;
  return pence === undefined ? undefined : formatPence(pence, payment_currency);
}

function totalName({ quote_mode, payment_method }: SeenBooking): string {
  const kind = quote_mode === 'REQUEST' ? ' (your budget)' : '';
  return payment_method === 'cash' ? `Total${kind}, in cash` : `Total${kind}`;
}
