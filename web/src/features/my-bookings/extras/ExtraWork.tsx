// Extra work that the pro suggests on site, while it waits for the client: what it adds, how long there is to answer, and the two answers.
import { useNavigate } from 'react-router';
import { answerExtra } from '@/api/changeOrders';
import { problemText } from '@/api/problem';
import type { Verdict } from '@/api/search';
import type { ChangeOrder } from '@/api/types';
import { openExtra } from '@/shared/extraWork';
import type { LiveBooking } from '@/shared/live/useBooking';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { paths } from '@/shared/paths';
import { Button, ButtonLink, toast } from '@/ui';
import { ExtraLines } from '@/ui/ExtraLines';
import { Problem } from '@/ui/Problem';
import { TimeLeft } from '@/ui/TimeLeft';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { useBookingChange } from '../live/useBookingChange';
import { approveLabel, isDue, paymentNote, requestOf, titleOf } from './words';

const TITLE = 'extra-title';

interface ExtraWorkProps {
  booking: LiveBooking;
  bookingRef: BookingRef;
}

export function ExtraWork({ booking, bookingRef }: ExtraWorkProps) {
  const order = openExtra(booking.change_orders);
  return (
    <>
      <p role="status" className="sr-only">
        {order && `${titleOf(order)}. ${requestOf(order, booking)}`}
      </p>
      {order && <Card key={order.number} booking={booking} bookingRef={bookingRef} order={order} />}
    </>
  );
}

interface CardProps extends ExtraWorkProps {
  order: ChangeOrder;
}

function Card({ booking, bookingRef, order }: CardProps) {
  const card = useFocusHandedTo<HTMLElement>('page-title');
  return (
    <section
      ref={card}
      aria-labelledby={TITLE}
      className="card flex flex-col gap-4 border-copper-line shadow-lift"
    >
      <h2 id={TITLE} tabIndex={-1} className="text-m leading-snug">
        {titleOf(order)}
      </h2>
      {order.note && (
        <blockquote dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
          “{order.note}”
        </blockquote>
      )}
      <ExtraLines order={order} sum="Extra in all" />
      <div>
        <p className="num">{requestOf(order, booking)}</p>
        <TimeLeft until={order.until} />
      </div>
      <Answer booking={booking} bookingRef={bookingRef} order={order} />
    </section>
  );
}

function Answer({ booking, bookingRef, order }: CardProps) {
  const navigate = useNavigate();
  const pay = paths.pay(booking.id, bookingRef.guestToken);
  const { mutate, isPending, variables, error } = useBookingChange(
    bookingRef,
    (capability, verdict: Verdict) => answerExtra(booking.id, order.number, verdict, capability),
    {
      onDone: (verdict) => {
        if (verdict === 'decline') toast('Declined. The job goes on as booked.');
        else if (booking.payment_method === 'cash') toast('Approved. Your pro is told.', { tone: 'good' });
        else navigate(pay);
      },
      onRefused: (problem) => {
        // The card is about to go, with what it says.
        if (problem.code === 'no_change_order') toast(problem.detail, { tone: 'bad' });
      },
    },
  );
  if (order.status === 'awaiting_payment' && !isDue(booking)) return null;
  const sending = isPending ? variables : null;
  return (
    <>
      <Problem text={error && problemText(error, 'Your answer could not be sent. Please try again.')} />
      <div className="grid gap-2.5">
        {order.status === 'open' ? (
          <Button
            busy={sending === 'approve'}
            busyText="Approving…"
            aria-disabled={sending !== null}
            onClick={sending ? undefined : () => mutate('approve')}
          >
            {approveLabel(order, booking)}
          </Button>
        ) : (
          <ButtonLink to={pay}>{approveLabel(order, booking)}</ButtonLink>
        )}
        <Button
          look="quiet"
          busy={sending === 'decline'}
          busyText="Declining…"
          aria-disabled={sending !== null}
          onClick={sending ? undefined : () => mutate('decline')}
        >
          Decline
        </Button>
        <p className="num text-center text-xs text-muted">{paymentNote(order, booking)}</p>
      </div>
    </>
  );
}
