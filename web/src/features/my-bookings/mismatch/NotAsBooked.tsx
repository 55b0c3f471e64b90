// A job that is not what was booked, as its pro says: what is different, and what the client may choose, all in one place.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { chooseMismatch } from '@/api/mismatch';
import { problemText } from '@/api/problem';
import type { Mismatch, MismatchChoice } from '@/api/types';
import { capabilityOf, type LiveBooking } from '@/shared/live/useBooking';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { asLondon } from '@/shared/london';
import { formatPence } from '@/shared/money';
import { paths } from '@/shared/paths';
import { useHasPassed } from '@/shared/useHasPassed';
import { Button, ButtonLink, Dialog, toast } from '@/ui';
import { Problem } from '@/ui/Problem';
import { TimeLeft } from '@/ui/TimeLeft';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { isDue } from '../extras/words';
import { useBookingChange } from '../live/useBookingChange';
import { Photo } from '../Photo';

const TITLE = 'not-as-booked-title';

interface NotAsBookedProps {
  booking: LiveBooking;
  bookingRef: BookingRef;
}

/** Nothing once the client has chosen. */
export function NotAsBooked({ booking, bookingRef }: NotAsBookedProps) {
  const said = booking.not_as_booked;
  const isOver = useHasPassed(said && Date.parse(said.until));
  const open = said?.outcome ? undefined : said;
  return (
    <>
      <p role="status" className="sr-only">
        {open && !isOver && `Your pro says this is not what you booked. ${chooseBy(open)}`}
      </p>
      {open && <Card booking={booking} bookingRef={bookingRef} said={open} isOver={isOver} />}
    </>
  );
}

function chooseBy({ until }: Mismatch): string {
  return `Please choose by ${asLondon(until).clock}. Nothing is charged unless you choose it.`;
}

interface CardProps extends NotAsBookedProps {
  said: Mismatch;
  isOver: boolean;
}

function Card({ booking, bookingRef, said, isOver }: CardProps) {
  const card = useFocusHandedTo<HTMLElement>('page-title');
  const isPaying = said.choice === 'price';
  return (
    <section
      ref={card}
      aria-labelledby={TITLE}
      className="card flex flex-col gap-4 border-copper-line shadow-lift"
    >
      <h2 id={TITLE} tabIndex={-1} className="text-m leading-snug">
        Your pro says this is not what you booked
      </h2>
      <blockquote dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
        “{said.text}”
      </blockquote>
      {said.photoUrl && (
        <Photo url={said.photoUrl} capability={capabilityOf(bookingRef)} alt="What your pro found" />
      )}
      {isOver && !isPaying ? (
        <p role="status">
          The time to choose is over. We are looking into it, and get in touch with you. Nothing is charged
          meanwhile.
        </p>
      ) : (
        <>
          <div>
            <p className="num">{isPaying ? payText(booking, said) : chooseBy(said)}</p>
            {!isOver && <TimeLeft until={said.until} />}
          </div>
          <Choices booking={booking} bookingRef={bookingRef} said={said} isOver={isOver} />
        </>
      )}
    </section>
  );
}

function payText(booking: LiveBooking, { toPayPence = 0 }: Mismatch): string {
  const rest = formatPence(toPayPence - (booking.amount_pence ?? 0));
  return isDue(booking)
    ? `You have chosen ${formatPence(toPayPence)} in all. Please pay the ${rest} more.`
    : 'Your payment is being confirmed.';
}

function Choices({ booking, bookingRef, said, isOver }: CardProps) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const pay = paths.pay(booking.id, bookingRef.guestToken);
  const isCash = booking.payment_method === 'cash';
  const lessPence = (booking.amount_pence ?? 0) - (said.toPayPence ?? 0);
  const { mutate, isPending, variables, error } = useBookingChange(
    bookingRef,
    (capability, choice: MismatchChoice) => chooseMismatch(booking.id, said.number, choice, capability),
    {
      onDone: (choice) => {
        setAsking(false);
        if (choice === 'talk') toast('Your pro is told that you want to talk. The job goes on as booked.');
        else if (choice === 'end') toast('The job is ended.');
        else if (isCash || lessPence >= 0) toast('Agreed. Your pro is told.', { tone: 'good' });
        else navigate(pay);
      },
      onRefused: (problem) => {
        // The card is about to go, with what it says.
        if (problem.code === 'no_mismatch') toast(problem.detail, { tone: 'bad' });
      },
    },
  );
  const sending = isPending ? variables : null;
  const problem = error && problemText(error, 'Your choice could not be sent. Please try again.');
  const isPaying = said.choice === 'price';
  const choose = (choice: MismatchChoice) => () => sending === null && mutate(choice);
  const price = said.toPayPence === undefined ? undefined : formatPence(said.toPayPence);
  return (
    <>
      <Problem text={isAsking ? null : problem} />
      <div className="grid gap-2.5">
        {isPaying && isDue(booking) && <ButtonLink to={pay}>Pay now</ButtonLink>}
        {!isPaying && price && (
          <Button
            busy={sending === 'price'}
            busyText="Agreeing…"
            aria-disabled={sending !== null}
            onClick={choose('price')}
          >
            {agreeText(price, isCash, lessPence)}
          </Button>
        )}
        {!isOver && (
          <>
            <Button
              look="quiet"
              busy={sending === 'talk'}
              busyText="Telling…"
              aria-disabled={sending !== null}
              onClick={choose('talk')}
            >
              Talk to your pro first
            </Button>
            <Button
              look="danger"
              aria-disabled={sending !== null}
              onClick={() => sending === null && setAsking(true)}
            >
              End the job
            </Button>
          </>
        )}
        <p className="num text-center text-xs text-muted">
          {price && lessPence > 0 && !isCash && `${formatPence(lessPence)} goes back to your card. `}
          {price ? 'Any other choice leaves the price as it is.' : 'Your pro has named no other price.'}
        </p>
      </div>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        busy={sending === 'end'}
        title="End the job?"
        description={endText(booking, said)}
        actions={
          <>
            <Button look="danger" busy={sending === 'end'} busyText="Ending…" onClick={choose('end')}>
              End the job
            </Button>
            <Button look="quiet" disabled={sending === 'end'} onClick={() => setAsking(false)}>
              Not yet
            </Button>
          </>
        }
      >
        <Problem text={variables === 'end' ? problem : null} />
      </Dialog>
    </>
  );
}

function agreeText(price: string, isCash: boolean, lessPence: number): string {
  const agree = `Agree to ${price}${isCash ? ' in cash' : ''}`;
  if (lessPence > 0) return `${agree}, ${formatPence(lessPence)} less`;
  return isCash ? agree : `${agree} and pay the rest`;
}

/** What ending costs. */
function endText({ payment_method, amount_pence = 0 }: LiveBooking, { endPence = 0 }: Mismatch): string {
  if (payment_method === 'cash') return 'Your pro leaves. You pay us nothing.';
  return `Your pro leaves and is paid for coming: ${formatPence(endPence)} of your ${formatPence(amount_pence)}. The rest is refunded.`;
}
