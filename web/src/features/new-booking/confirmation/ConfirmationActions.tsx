import type { Booking } from '@/api/types';
import { tradeOf } from '@/shared/bookingWords';
import { jobsByTrade } from '@/shared/eachTrade';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/ui';
import { BookingLinks } from '@/ui/BookingLinks';

export function ConfirmationActions({ booking }: { booking: Booking }) {
  return (
    <>
      <OtherTrades booking={booking} />
      <BookingLinks booking={booking} calendar={{}} />
      <ButtonLink look="plain" size="small" to={paths.booking.create} className="-ml-3.5 self-start">
        Make Another Booking
      </ButtonLink>
    </>
  );
}

/** What was described needs other trades as well: a booking for each, prefilled. */
function OtherTrades({ booking }: { booking: Booking }) {
  const own = tradeOf(booking.problem_type);
  const others = jobsByTrade(booking.explanation).filter(({ trade }) => trade !== own);
  return others.map(({ trade, code }) => (
    <ButtonLink key={code} look="quiet" to={paths.booking.repeat(booking.id, { type: code })}>
      Book the {trade} too
    </ButtonLink>
  ));
}
