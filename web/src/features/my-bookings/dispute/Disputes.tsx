// What the client disputes about a finished job, and the way to do so.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { appeal } from '@/api/disputes';
import { keys, whatBookingsChange } from '@/api/keys';
import type { Dispute } from '@/api/types';
import { capabilityOf, type LiveBooking } from '@/shared/live/useBooking';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { formatPenceExact } from '@/shared/money';
import { useHasPassed } from '@/shared/useHasPassed';
import { Button } from '@/ui';
import { Appeal } from '@/ui/dispute/Appeal';
import { DisputeSaid } from '@/ui/dispute/DisputeSaid';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { Photo } from '../Photo';
import { DisputeDialog } from './DisputeDialog';
import { SendCode } from './SendCode';

interface DisputesProps {
  booking: LiveBooking;
  bookingRef: BookingRef;
}

/** For the owner and whoever has the guest link; nothing for a job that was not and cannot be disputed. */
export function Disputes({ booking, bookingRef }: DisputesProps) {
  const disputes = booking.disputes ?? [];
  const until = booking.dispute_until;
  const isOver = useHasPassed(until ? Date.parse(until) : undefined);
  return (
    <>
      {disputes.map((dispute, index) => (
        <Card
          key={dispute.opened_at}
          id={`dispute-${index}`}
          dispute={dispute}
          booking={booking}
          bookingRef={bookingRef}
        />
      ))}
      {until && !isOver && <Ask booking={booking} bookingRef={bookingRef} />}
    </>
  );
}

function Ask({ booking, bookingRef }: DisputesProps) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const box = useFocusHandedTo<HTMLDivElement>('dispute-0');
  // Only once the dialog is closed: what it says would go with the button.
  const close = () => {
    setOpen(false);
    for (const queryKey of whatBookingsChange) void queryClient.invalidateQueries({ queryKey });
  };
  const show = (dispute: Dispute) => {
    queryClient.setQueryData<LiveBooking>(keys.booking.one(bookingRef), (before) => {
      if (!before) return before;
      const { dispute_until: _, ...rest } = before;
      return { ...rest, disputes: [dispute, ...(before.disputes ?? [])] };
    });
    close();
  };
  return (
    <div ref={box} className="grid">
      <Button look="quiet" size="small" className="justify-self-start" onClick={() => setOpen(true)}>
        Something went wrong?
      </Button>
      {isOpen && (
        <DisputeDialog
          id={booking.id}
          capability={capabilityOf(bookingRef)}
          isCash={booking.payment_method === 'cash'}
          needsCode={bookingRef.guestToken !== undefined}
          onOpened={show}
          onClose={close}
        />
      )}
    </div>
  );
}

interface CardProps extends DisputesProps {
  id: string;
  dispute: Dispute;
}

function Card({ id, dispute, booking, bookingRef }: CardProps) {
  const queryClient = useQueryClient();
  const capability = capabilityOf(bookingRef);
  const isCash = booking.payment_method === 'cash';
  const show = (appealed: Dispute) => {
    queryClient.setQueryData<LiveBooking>(
      keys.booking.one(bookingRef),
      (before) =>
        before && {
          ...before,
          disputes: (before.disputes ?? []).map((one) =>
            one.opened_at === appealed.opened_at ? appealed : one,
          ),
        },
    );
    for (const queryKey of whatBookingsChange) void queryClient.invalidateQueries({ queryKey });
  };
  return (
    <section aria-labelledby={id} className="card grid grid-cols-1 gap-4 p-4">
      <div className="grid gap-1">
        <h2 id={id} tabIndex={-1} className="text-m">
          {heading(dispute)}
        </h2>
        <p role="status" className="num">
          {standing(dispute, isCash)}
        </p>
      </div>
      <DisputeSaid
        dispute={dispute}
        reader="client"
        photo={(url, alt) => <Photo url={url} capability={capability} alt={alt} />}
      />
      {dispute.appeal_until && (
        <Appeal
          card={id}
          until={dispute.appeal_until}
          send={(said) => appeal(booking.id, said, capability)}
          onSent={show}
          {...(bookingRef.guestToken && { sendCode: <SendCode id={booking.id} capability={capability} /> })}
        />
      )}
    </section>
  );
}

/** What a bank has decided, in words. */
const byBank = {
  took_over: {
    heading: 'Your bank decides instead of us',
    standing: 'Your bank has taken the payment back, so your dispute with us is closed.',
  },
  won: { heading: 'Your payment stands', standing: 'Your bank has decided that nothing is given back.' },
  lost: {
    heading: 'Your bank gives you your money back',
    standing: 'It comes from your bank. We send you nothing more for it.',
  },
} satisfies Record<NonNullable<Dispute['bank_says']>, { heading: string; standing: string }>;

function heading({ status, origin, bank_says: bankSays }: Dispute): string {
  if (bankSays) return byBank[bankSays].heading;
  if (status === 'decided') return 'Your dispute is decided';
  return origin === 'bank' ? 'Your bank decides about your payment' : 'We are looking into it';
}

function standing(dispute: Dispute, isCash: boolean): string {
  const { status, origin, bank_says: bankSays, refund_pence: refund = 0 } = dispute;
  if (bankSays) return byBank[bankSays].standing;
  if (status === 'open')
    return origin === 'bank'
      ? 'Your bank has taken the payment back, and now decides.'
      : 'You hear from us within 5 working days.';
  if (refund > 0) return `You get ${formatPenceExact(refund)} back`;
  return isCash ? 'You paid your pro in cash, so we have no money to give back.' : 'There is no refund.';
}
