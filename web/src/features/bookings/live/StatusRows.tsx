import { addressOf, totalName, totalOf, whenOf } from '@/shared/bookingWords';
import { DocketRow } from '@/ui';
import type { LiveBooking } from './useBooking';

/** What is known about the job; people with a share link get only some of it. */
export function StatusRows({ booking }: { booking: LiveBooking }) {
  const address = addressOf(booking);
  const area = [booking.city, booking.outward_code].filter(Boolean).join(', ');
  const total = totalOf(booking);
  return (
    <section className="docket" aria-label="Booking">
      <dl className="grid gap-2.5">
        <DocketRow name="Issue" value={booking.readable_name} />
        <DocketRow
          name={booking.address_line1 ? 'Address' : 'Area'}
          value={booking.address_line1 ? address : area}
        />
        <DocketRow name="When" value={whenOf(booking)} />
        <DocketRow name="Customer" value={booking.customer_name} />
      </dl>
      {total && (
        <dl className="docket-lines">
          <DocketRow isMoney name={totalName(booking)} value={<strong className="text-m">{total}</strong>} />
        </dl>
      )}
    </section>
  );
}
