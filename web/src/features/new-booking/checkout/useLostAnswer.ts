// A page that is loaded again after a payment whose answer never came: asks how it stands, and goes on if it went through.
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { fetchBookingByIntent } from '@/api/payments';
import { factsOf } from '@/shared/bookingStatus';
import { paths } from '@/shared/paths';
import { getDraft } from '../draft';

/** On entry alone: what this page sends it hears of itself. */
export function useLostAnswer(): void {
  const navigate = useNavigate();
  const [{ paymentIntentId: intent, clientSecret }] = useState(getDraft);
  useEffect(() => {
    if (!intent) return;
    const leaving = new AbortController();
    fetchBookingByIntent(intent, clientSecret, leaving.signal).then(
      ({ id, status }) => {
        const { money, hasEnded } = factsOf(status);
        if (money === 'unconfirmed' || hasEnded || leaving.signal.aborted) return;
        navigate(paths.booking.confirmation({ payment_intent: intent, booking_id: id }), { replace: true });
      },
      // Nothing is lost: whoever pays again is told that it was paid.
      () => undefined,
    );
    return () => leaving.abort();
  }, [intent, clientSecret, navigate]);
}
