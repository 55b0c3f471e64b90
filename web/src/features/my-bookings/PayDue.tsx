import type { Booking } from '@/api/types';
import { formatPence } from '@/shared/money';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/ui';

/** Leads to the card page of a booking that is to be paid again. Extra work has a card of its own. */
export function PayDue({ booking, guestToken }: { booking: Booking; guestToken?: string | undefined }) {
  if (!booking.payment_due || booking.payment_due.reason === 'change_order') return null;
  return (
    <ButtonLink to={paths.pay(booking.id, guestToken)}>
      Pay {formatPence(booking.payment_due.amountPence)}
    </ButtonLink>
  );
}
