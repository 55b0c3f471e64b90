// What pressing Pay or Confirm does: a valid quote, the photo, the redemption, the card. Nothing is charged before that.
import { type RefObject, useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { createBooking } from '@/api/bookings';
import { createPayment } from '@/api/payments';
import { hasCode, isUnreachable, problemText } from '@/api/problem';
import type { Booking, CardPayment, CreatedPayment, Quote } from '@/api/types';
import { paths } from '@/shared/paths';
import { serverNow } from '@/shared/session';
import {
  addressOf,
  isPhotoProblem,
  makeAttempts,
  type QuoteState,
  redirectOn,
  sendPhoto,
  timeLeft,
} from '../checkout';
import { type BookingDraft, updateDraft } from '../draft';
import { type CardHandle, PAYMENT_FAILED } from './card/handle';

export type PaymentMethod = 'card' | 'cash';

/** The payment in progress, shared with useQuote, which must not renew a quote while it is being paid. */
export interface PaymentInProgress {
  /** Pay was pressed and has not finished. */
  running: boolean;
  /** A redeemed quote whose card has not been authorised yet: a declined card is retried on the same payment. */
  open: { quoteId: string; payment: CreatedPayment } | null;
}

export function noPayment(): PaymentInProgress {
  return { running: false, open: null };
}

export function isPaying(inProgress: PaymentInProgress): boolean {
  return inProgress.running || (inProgress.open !== null && isStillValid(inProgress.open.payment));
}

function isStillValid(payment: CreatedPayment): boolean {
  return payment.payByEpochSec * 1000 > serverNow();
}

/** The payment already made for this quote, unless it has expired. */
function existingPayment(inProgress: PaymentInProgress, quote: Quote): CreatedPayment | null {
  const { open } = inProgress;
  return open?.quoteId === quote.quoteId && isStillValid(open.payment) ? open.payment : null;
}

export interface CheckoutOptions {
  draft: BookingDraft;
  quoteState: QuoteState;
  method: PaymentMethod;
  card: RefObject<CardHandle | null>;
  inProgress: PaymentInProgress;
}

export function useCheckout({ draft, quoteState, method, card, inProgress }: CheckoutOptions) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [photoFailed, setPhotoFailed] = useState(false);
  const [attempt] = useState(makeAttempts);

  /** The quote to redeem: renewed if it has expired, or was already redeemed for the other payment method. */
  async function quoteNow(): Promise<Quote | undefined> {
    const { quote } = quoteState;
    if (!quote) return undefined;
    if (method === 'card' && existingPayment(inProgress, quote)) return quote;
    const used = inProgress.open?.quoteId === quote.quoteId;
    if (!used && timeLeft(quote) > 1000) return quote;
    inProgress.open = null;
    const renewed = await quoteState.renew();
    return renewed?.amountPence === quote.amountPence ? renewed : undefined;
  }

  async function redemptionOf(quote: Quote, withPhoto: boolean) {
    const photo = withPhoto ? await sendPhoto() : undefined;
    return {
      quoteId: quote.quoteId,
      signature: quote.signature,
      address: addressOf(draft),
      ...(photo ? { photo_url: photo } : {}),
    };
  }

  async function payByCash(quote: Quote, withPhoto: boolean): Promise<void> {
    const redemption = await redemptionOf(quote, withPhoto);
    const booking = await attempt({ ...redemption, mode: 'CASH' as const }, createBooking);
    rememberBooking(booking, quote.amountPence);
    finish({ method: 'cash', amount: quote.amountPence, booking_id: booking.id });
  }

  async function payByCard(quote: Quote, withPhoto: boolean): Promise<void> {
    const free = quote.amountPence === 0;
    if (!free && !(await card.current?.check())) return;
    const payment = await paymentOf(quote, withPhoto);
    rememberPayment(payment);
    if (!free) {
      const outcome = (hasIntent(payment) && (await card.current?.confirm(payment))) || {
        authorised: false,
        message: PAYMENT_FAILED,
      };
      if (!outcome.authorised) return setProblem(outcome.message);
    }
    finish({
      method: 'card',
      amount: payment.amountPence,
      booking_id: payment.bookingId,
      ...(free ? {} : { payment_intent: payment.paymentIntentId }),
    });
  }

  async function paymentOf(quote: Quote, withPhoto: boolean): Promise<CreatedPayment> {
    const made = existingPayment(inProgress, quote);
    if (made) return made;
    const receipt = draft.address?.email ? { receiptEmail: draft.address.email } : {};
    const redemption = { ...(await redemptionOf(quote, withPhoto)), ...receipt };
    const payment = await attempt(redemption, createPayment);
    inProgress.open = { quoteId: quote.quoteId, payment };
    return payment;
  }

  function finish(query: Parameters<typeof paths.booking.confirmation>[0]): void {
    navigate(paths.booking.confirmation({ ...query, currency: draft.currency }), { replace: true });
  }

  async function once(withPhoto: boolean): Promise<void> {
    const quote = await quoteNow();
    if (!quote) return;
    await (method === 'cash' ? payByCash(quote, withPhoto) : payByCard(quote, withPhoto));
  }

  async function pay(withPhoto = true): Promise<void> {
    if (inProgress.running) return;
    inProgress.running = true;
    setBusy(true);
    setProblem(null);
    setPhotoFailed(false);
    try {
      await once(withPhoto);
    } catch (error) {
      await showError(error);
    } finally {
      inProgress.running = false;
      setBusy(false);
    }
  }

  async function showError(error: unknown): Promise<void> {
    if (redirectOn(error, navigate)) return;
    if (isPhotoProblem(error)) setPhotoFailed(true);
    else if (quoteState.offer(error)) setProblem(null);
    else if (hasCode(error, 'quote_expired') || hasCode(error, 'quote_used')) await renewQuote();
    else if (isUnreachable(error))
      setProblem('Failed to prepare payment. Your booking is saved: please try again.');
    else setProblem(problemText(error, 'Failed to prepare payment.'));
  }

  async function renewQuote(): Promise<void> {
    inProgress.open = null;
    const renewed = await quoteState.renew();
    if (renewed) setProblem('Your price had run out and has been renewed. Please press the button again.');
  }

  return {
    pay,
    busy,
    problem,
    clearProblem: useCallback(() => setProblem(null), []),
    photoFailed,
    closePhoto: () => setPhotoFailed(false),
  };
}

/** Stored before the card is confirmed, so that the booking can be found again after a redirect or a reload. */
function rememberPayment(payment: CreatedPayment): void {
  updateDraft({
    bookingId: payment.bookingId,
    paymentIntentId: payment.paymentIntentId || undefined,
    clientSecret: payment.clientSecret || undefined,
    guestToken: payment.guestToken,
    shareToken: payment.shareToken,
    amountPence: payment.amountPence,
    finalQuote: { mode: 'PAID', amountGBP: payment.amountPence / 100 },
  });
}

function rememberBooking(booking: Booking, amountPence: number): void {
  updateDraft({
    bookingId: booking.id,
    paymentIntentId: undefined,
    clientSecret: undefined,
    guestToken: booking.guest_token,
    shareToken: booking.share_token,
    amountPence,
    finalQuote: { mode: 'PAID', amountGBP: amountPence / 100 },
  });
}

function hasIntent(payment: CreatedPayment): payment is CardPayment {
  return payment.clientSecret !== undefined && payment.paymentIntentId !== undefined;
}
