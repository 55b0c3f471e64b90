import type { BookingEvent } from '@/api/types';
import { addressOf, moneyOf, totalName, totalOf, whenOf } from '@/shared/bookingWords';
import type { LiveBooking } from '@/shared/live/useBooking';
import { DocketRow } from '@/ui';

/** What is known about the job; people with a share link get only some of it, and those with a link in a text until they unlock it. */
export function StatusRows({ booking, events }: { booking: LiveBooking; events: readonly BookingEvent[] }) {
  const address = addressOf(booking);
  const area = [booking.city, booking.outward_code ?? booking.postcode].filter(Boolean).join(', ');
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
        <DocketRow name="Entry info" value={booking.entry_info} />
      </dl>
      {total && (
        <div className="docket-lines">
          <dl>
            <DocketRow
              isMoney
              name={totalName(booking)}
              value={<strong className="text-m">{total}</strong>}
            />
          </dl>
          <p className="num text-s text-muted">{moneyOf(booking, feeOf(events))}</p>
        </div>
      )}
    </section>
  );
}

/** What cancelling cost, in pence. */
export function feeOf(events: readonly BookingEvent[]): number {
  const data: unknown = events.findLast(({ type }) => type === 'cancelled')?.data;
  const fee = (data as { feePence?: unknown } | undefined)?.feePence;
  return typeof fee === 'number' ? fee : 0;
}
