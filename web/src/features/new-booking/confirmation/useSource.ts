// Which booking the address names. Stripe's redirect adds the payment's secret, which is read once and then removed from the address.
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { getDraft } from '../draft';
import type { BookingSource } from './usePolledBooking';

export interface ConfirmationSource extends BookingSource {
  /** The payment was declined or cancelled on the provider's own page. */
  failed: boolean;
}

export function useSource(): ConfirmationSource {
  const [search, setSearch] = useSearchParams();
  const [source] = useState(() => sourceOf(search));
  useEffect(() => {
    if (!search.has('payment_intent_client_secret')) return;
    const clean = new URLSearchParams(search);
    for (const name of ['payment_intent_client_secret', 'redirect_status']) clean.delete(name);
    setSearch(clean, { replace: true });
  }, [search, setSearch]);
  return source;
}

function sourceOf(search: URLSearchParams): ConfirmationSource {
  const draft = getDraft();
  const named = search.get('payment_intent') ?? undefined;
  const bookingId = search.get('booking_id') ?? undefined;
  const intent = named ?? (bookingId ? undefined : draft.paymentIntentId);
  return {
    intent,
    clientSecret:
      search.get('payment_intent_client_secret') ??
      (intent !== undefined && intent === draft.paymentIntentId ? draft.clientSecret : undefined),
    bookingId: bookingId ?? (intent ? undefined : draft.bookingId),
    failed: search.get('redirect_status') === 'failed',
  };
}
