import type { Booking } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { addressOf, totalOf, whenOf } from '@/shared/bookingWords';
import { ownRef } from '@/shared/live/useBookingRef';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/ui';
import { ChatLink } from '../ChatLink';
import { RaisePrice } from '../change/RaisePrice';
import { ExtraWork } from '../extras/ExtraWork';
import { CancelBooking } from '../live/CancelBooking';
import { PayDue } from '../PayDue';
import { StatusBadge } from '../StatusBadge';
import { StartCode } from '../work/StartCode';

/** The booking that the client needs most. */
export function ActiveBooking({ booking }: { booking: Booking }) {
  const { canCancel } = factsOf(booking.status);
  const ref = ownRef(booking.id);
  return (
    <section aria-labelledby="active-title" className="grid gap-3">
      <h2 id="active-title" className="text-l">
        Active booking
      </h2>
      <div className="docket grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="text-m">{booking.readable_name}</h3>
          <StatusBadge status={booking.status} />
        </div>
        <p className="num text-s text-muted [overflow-wrap:anywhere]">
          {whenOf(booking)} · {addressOf(booking)}
        </p>
        <p className="num text-xl font-[750]">{totalOf(booking)}</p>
        <ExtraWork booking={booking} bookingRef={ref} />
        <PayDue booking={booking} />
        <div className="-mx-4 empty:hidden">
          <StartCode booking={booking} bookingRef={ref} />
        </div>
        <ButtonLink to={paths.booking.status(booking.id)}>Track</ButtonLink>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-2.5 empty:hidden">
          <RaisePrice booking={booking} bookingRef={ref} />
          {booking.chat && <ChatLink booking={booking} />}
          {canCancel && <CancelBooking booking={booking} bookingRef={ref} label="Cancel" look="danger" />}
        </div>
      </div>
    </section>
  );
}
