import type { ReactNode } from 'react';
import { cx } from '@/ui';
import { addressOf, totalName, totalOf, whenOf } from '../words';
import type { SeenBooking } from './useBooking';

/** What is known of the job; a share viewer's answer holds only some of it. */
export function StatusRows({ booking }: { booking: SeenBooking }) {
  const address = addressOf(booking);
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
          <Row isMoney name={totalName(booking)} value={<strong className="text-m">{total}</strong>} />
        </dl>
      )}
    </section>
  );
}

/** Beside an address its name keeps its width; beside an amount the name gives way, and the amount is never broken. */
function Row({ name, value, isMoney = false }: { name: string; value: ReactNode; isMoney?: boolean }) {
  if (!value) return null;
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className={cx('text-s text-muted', isMoney ? 'min-w-0' : 'shrink-0')}>{name}</dt>
      <dd
        className={cx(
          'num text-right text-s',
          isMoney ? 'shrink-0 whitespace-nowrap' : 'min-w-0 [overflow-wrap:anywhere]',
        )}
      >
        {value}
      </dd>
    </div>
  );
}
