import { queryOptions } from '@tanstack/react-query';
import { call } from './client';
import { keys } from './keys';
import type {
  Booking,
  CreatedPayment,
  CreatePaymentRequest,
  DuePayment,
  PaymentsConfig,
  SandboxStatus,
} from './types';

export const paymentsConfigQuery = queryOptions({
  queryKey: keys.paymentsConfig,
  queryFn: ({ signal }) => call<PaymentsConfig>('/payments/config', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Starts the card payment for a quote, which creates the booking in `created`. Called when Pay is pressed, not before. */
export function createPayment(
  request: CreatePaymentRequest,
  idempotencyKey: string,
): Promise<CreatedPayment> {
  return call('/payments/create', { method: 'POST', json: request, idempotencyKey, timeout: 30_000 });
}

/** Opens the payment of a booking with `payment_due`; the same one until it ends. 409 `nothing_due`. */
export function createDuePayment(bookingId: string, keepCard: boolean, token?: string): Promise<DuePayment> {
  return call('/create-payment', {
    method: 'POST',
    query: { token },
    json: { booking_id: bookingId, ...(keepCard && { keepCard }) },
    timeout: 30_000,
  });
}

/** The booking of a payment; the server settles the payment when asked. The client secret takes the place of a bearer token. */
export function fetchBookingByIntent(
  intent: string,
  clientSecret?: string,
  signal?: AbortSignal,
): Promise<Booking> {
  return call(`/payments/bookings/by-intent/${encodeURIComponent(intent)}`, {
    query: { client_secret: clientSecret },
    signal,
    timeout: 8000,
  });
}

/** Does for the sandbox provider what Stripe's browser library does for Stripe. 402 `card_declined`. */
export function confirmSandboxPayment(
  intent: string,
  request: { clientSecret: string; cardNumber: string },
): Promise<SandboxStatus> {
  return call(`/sandbox/payments/${encodeURIComponent(intent)}/confirm`, { method: 'POST', json: request });
}

export function authenticateSandboxPayment(
  intent: string,
  request: { clientSecret: string; approve: boolean },
): Promise<SandboxStatus> {
  return call(`/sandbox/payments/${encodeURIComponent(intent)}/authenticate`, {
    method: 'POST',
    json: request,
  });
}
