import { useMutation } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { createDuePayment, fetchBookingByIntent } from '@/api/payments';
import { hasCode } from '@/api/problem';
import type { Booking, PaymentDue } from '@/api/types';
import { CardForm } from '@/card/CardForm';
import { WithAlert } from '@/card/CheckoutAlert';
import { type CheckoutProblem, PAYMENT_FAILED } from '@/card/handle';
import { useCardForm } from '@/card/useCardForm';
import { useOffline } from '@/shared/connection';
import { serverNow } from '@/shared/session';
import { Banner, Button, ButtonLink, ErrorSummary } from '@/ui';
import { TimeLeft } from '@/ui/TimeLeft';
import { problemOf } from '../checkout';
import { CardMandate } from '../payment/CardMandate';
import { PolicyLink } from '../payment/TermsBox';
import { firstHold, mayBeRenewed, otherwise, wordsOf } from './reason';

const HOUR = 60 * 60 * 1000;

/** A clock that runs is of use for the last hour alone. */
function hasTimer({ until }: PaymentDue): boolean {
  return Date.parse(until) - serverNow() < HOUR;
}

export interface PayFormProps {
  booking: Booking;
  due: PaymentDue;
  token: string | undefined;
  /** Where to go once it is paid. */
  status: string;
  /** The server says that there is nothing to pay any more. */
  onStale: () => void;
}

export function PayForm({ booking, due, token, status, onStale }: PayFormProps) {
  const navigate = useNavigate();
  const offline = useOffline();
  const words = wordsOf(booking, due);
  const [keepsCard] = useState(() => mayBeRenewed(booking, due));

  const payment = useMutation({
    mutationFn: pay,
    onSuccess: (problem) => {
      if (!problem) navigate(status, { replace: true });
    },
    onError: (error) => {
      if (hasCode(error, 'nothing_due')) onStale();
    },
  });
  const { isPending: busy } = payment;
  const { card, mounted, setMounted, problems, attempt, onSubmit } = useCardForm(() => payment.mutateAsync());
  const problem = payment.error ? problemOf(payment.error, true) : (payment.data ?? null);

  /** What stands in the way; null once the card is authorised. */
  async function pay(): Promise<CheckoutProblem | null> {
    const opened = await createDuePayment(booking.id, keepsCard, token);
    if (!card.current) return { text: PAYMENT_FAILED };
    const refusal = await card.current.confirm(opened, status);
    if (refusal) return refusal;
    // Asking settles it, so that the next page knows; the provider's own word comes anyway.
    await fetchBookingByIntent(opened.paymentIntentId, opened.clientSecret).catch(() => {});
    return null;
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={onSubmit}>
      <Banner tone="warn">
        <p>{words.ask}</p>
        {hasTimer(due) && <TimeLeft until={due.until} />}
      </Banner>
      <ErrorSummary problems={problems} attempt={attempt} />
      <CardForm
        ref={card}
        amountPence={due.amountPence}
        keepsCard={keepsCard}
        busy={busy}
        refused={problem?.cardRefused ?? false}
        onMounted={setMounted}
      />
      <p className="text-s text-muted">
        {words.charge} {firstHold(booking, due)} By paying you agree to the <PolicyLink />.
      </p>
      {keepsCard && <CardMandate amountPence={due.amountPence} />}
      <WithAlert problem={problem}>
        <Button
          type="submit"
          busy={busy}
          busyText="Processing…"
          disabled={!mounted || offline}
          icon={<Lock aria-hidden="true" className="size-5" />}
        >
          Confirm Payment
        </Button>
      </WithAlert>
      <ButtonLink to={status} look="plain" size="small">
        {otherwise(booking, due)}
      </ButtonLink>
    </form>
  );
}
