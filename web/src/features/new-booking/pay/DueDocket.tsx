// What is paid for: the job, and what it costs now and then.
import type { Booking, PaymentDue } from '@/api/types';
import { addressOf, whenOf } from '@/shared/bookingWords';
import { formatPence } from '@/shared/money';
import { Docket, type DocketLine } from '@/ui';
import { newPrice } from './reason';

interface DueDocketProps {
  booking: Booking;
  due: PaymentDue;
}

export function DueDocket({ booking, due }: DueDocketProps) {
  const who = booking.assigned_master_name ?? booking.proposal?.masterName;
  const when = due.timeslot ? whenOf({ ...booking, timeslot: due.timeslot }) : whenOf(booking);
  return (
    <Docket
      title={booking.readable_name}
      detail={
        <>
          <p className="num">{when}</p>
          <p className="[overflow-wrap:anywhere]">{addressOf(booking)}</p>
          {who && <p className="[overflow-wrap:anywhere]">{who}</p>}
        </>
      }
      lines={linesOf(booking, due)}
      sum={{ label: 'To pay', amount: formatPence(due.amountPence) }}
    />
  );
}

/** The old price and the new one, where it changes. */
function linesOf(booking: Booking, due: PaymentDue): DocketLine[] {
  const after = newPrice(booking, due);
  if (after === undefined || !booking.amount_pence) return [];
  return [
    { label: 'Price so far', amount: formatPence(booking.amount_pence), tone: 'muted' },
    { label: 'New price', amount: formatPence(after) },
  ];
}
