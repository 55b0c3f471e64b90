import { Lock } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { createDuePayment, fetchBookingByIntent } from '@/api/payments';
import { hasCode, problemText } from '@/api/problem';
import type { Booking } from '@/api/types';
import { useOffline } from '@/shared/connection';
import { asLondon, formatDay } from '@/shared/london';
import { formatPence } from '@/shared/money';
import { Banner, Button } from '@/ui';
import { Problem } from '@/ui/Problem';
import { CardForm } from '../payment/card/CardForm';
import type { CardHandle } from '../payment/card/handle';

export interface PayFormProps {
  booking: Booking;
  due: NonNullable<Booking['payment_due']>;
  token: string | undefined;
  /** Where to go once it is paid. */
  status: string;
  /** The server says that there is nothing to pay any more. */
  onStale: () => void;
}

export function PayForm({ booking, due, token, status, onStale }: PayFormProps) {
  const navigate = useNavigate();
  const offline = useOffline();
  const card = useRef<CardHandle>(null);
  const [mounted, setMounted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const until = asLondon(due.until);

  async function pay(): Promise<string | null> {
    if (!(await card.current?.check())) return null;
    const payment = await createDuePayment(booking.id, token);
    const outcome = await card.current?.confirm({ ...payment, bookingId: booking.id }, status);
    if (!outcome) return null;
    if (!outcome.authorised) return outcome.message;
    // Asking settles it, so that the next page knows; the provider's own word comes anyway.
    await fetchBookingByIntent(payment.paymentIntentId, payment.clientSecret).catch(() => {});
    navigate(status, { replace: true });
    return null;
  }

  async function submit(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      setProblem(await pay());
    } catch (error) {
      if (hasCode(error, 'nothing_due')) onStale();
      else setProblem(problemText(error, 'Failed to prepare payment.'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Banner tone="warn">
        The hold on your card has ended and nothing was charged. Please pay {formatPence(due.amountPence)}{' '}
        again by {formatDay(until.day)}, {until.clock}, or we cancel the booking.
      </Banner>
      <p className="text-muted">{booking.readable_name}</p>
      <CardForm ref={card} amountPence={due.amountPence} busy={busy} onMounted={setMounted} />
      <p className="text-xs text-muted">Held now, charged only when a pro accepts.</p>
      <Problem text={problem} />
      <Button
        type="submit"
        busy={busy}
        busyText="Processing…"
        disabled={!mounted || offline}
        icon={<Lock aria-hidden="true" className="size-5" />}
      >
        Confirm Payment
      </Button>
    </form>
  );
}
