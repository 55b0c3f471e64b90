import type { Booking } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { addressOf, totalOf, whenOf } from '@/shared/bookingWords';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/ui';
import { ChatLink } from '../ChatLink';
import { RaisePrice } from '../change/RaisePrice';
import { ExtraWork } from '../extras/ExtraWork';
import { CancelBooking } from '../live/CancelBooking';
import { PayDue } from '../PayDue';
import { StatusBadge } from '../StatusBadge';
import { StartCode } from '../work/StartCode';

/** The newest booking that is still open. */
export function ActiveBooking({ booking }: { booking: Booking }) {
  const { canCancel } = factsOf(booking.status);
  const ref = { id: booking.id, guestToken: undefined, shareToken: undefined, intent: undefined };
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
        <StartCode booking={booking} bookingRef={ref} />
        <div className="grid grid-cols-2 gap-2.5">
          <ButtonLink to={paths.booking.status(booking.id)} size="small">
            Track
          </ButtonLink>
          <RaisePrice booking={booking} bookingRef={ref} />
          {booking.chat && <ChatLink booking={booking} />}
          {canCancel && <CancelBooking booking={booking} bookingRef={ref} label="Cancel" />}
        </div>
      </div>
    </section>
  );
}
