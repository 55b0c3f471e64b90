// What pressing Pay, Confirm or Request does: a valid quote, the photo, the redemption, the card. Nothing is booked or charged before that.
import { type RefObject, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { makeAttempts } from '@/api/attempt';
import { createBooking } from '@/api/bookings';
import { createPayment } from '@/api/payments';
import { hasCode } from '@/api/problem';
import type { CardPayment, CreatedPayment, Quote } from '@/api/types';
import { type CardHandle, type CheckoutProblem, declined, ENDED, PAYMENT_FAILED } from '@/card/handle';
import { loadPricing } from '@/pricing';
import { poundsToPence } from '@/shared/money';
import { paths } from '@/shared/paths';
import { type BookingDraft, getDraft } from '../draft';
import { isPhotoProblem, sendPhoto, stopSending } from '../draft/sendPhoto';
import { existingPayment, type PaymentInProgress } from './inProgress';
import { problemOf } from './problem';
import { addressOf } from './quoteRequest';
import { redirectOn } from './redirects';
import { rememberBudget, rememberCash, rememberOpenPrice, rememberPayment } from './remember';
import { type QuoteState, timeLeft } from './useQuote';

/** How the client settles the price. */
export type Terms =
  | { mode: 'CARD'; card: RefObject<CardHandle | null>; keepsCard: boolean }
  | { mode: 'CASH' }
  | { mode: 'REQUEST'; budgetGBP: number; method: 'card' | 'cash' }
  | { mode: 'OPEN'; method: 'card' | 'cash' };

type Step =
  | { at: 'rest' }
  | { at: 'work' }
  /** The photo could not be sent: the client decides whether to go on without it. */
  | { at: 'photo'; terms: Terms }
  | { at: 'problem'; problem: CheckoutProblem };

const rest: Step = { at: 'rest' };

export interface RedemptionOptions {
  draft: BookingDraft;
  quoteState: QuoteState;
  inProgress: PaymentInProgress;
}

export function useRedemption({ draft, quoteState, inProgress }: RedemptionOptions) {
  const navigate = useNavigate();
  // The confirmation leads back here from a payment that had ended.
  const { state } = useLocation();
  const [step, setStep] = useState<Step>(state?.hasEnded ? { at: 'problem', problem: ENDED } : rest);
  const [attempt] = useState(makeAttempts);

  /** The quote to redeem: renewed if it has expired, or was already redeemed for the card. */
  async function quoteNow(byCard: boolean): Promise<Quote | undefined> {
    const { quote } = quoteState;
    if (!quote) return undefined;
    if (byCard && existingPayment(inProgress, quote)) return quote;
    const used = inProgress.open?.quoteId === quote.quoteId;
    if (!used && timeLeft(quote) > 1000) return quote;
    inProgress.open = null;
    const renewed = await quoteState.renew();
    return renewed?.amountPence === quote.amountPence ? renewed : undefined;
  }

  async function redemptionOf(quote: Quote, withPhoto: boolean) {
    if (!withPhoto) stopSending();
    const photo = withPhoto ? await sendPhoto() : undefined;
    return {
      quoteId: quote.quoteId,
      signature: quote.signature,
      address: addressOf(draft),
      ...(photo ? { photo_url: photo } : {}),
      ...(draft.invitation ? { invitation: draft.invitation.token } : {}),
    };
  }

  async function payByCard(
    { card, keepsCard }: Extract<Terms, { mode: 'CARD' }>,
    quote: Quote,
    withPhoto: boolean,
  ): Promise<Step> {
    const payment = existingPayment(inProgress, quote) ?? (await openPayment(quote, withPhoto, keepsCard));
    remember(payment);
    const free = quote.amountPence === 0;
    const problem = free ? null : await authorise(card.current, payment);
    if (problem?.hasEnded) {
      inProgress.open = null;
      await quoteState.renew();
    }
    if (problem) return { at: 'problem', problem };
    // Another tab may have written down its own payment since, which this one has replaced.
    remember(payment);
    finish({
      method: 'card',
      amount: payment.amountPence,
      booking_id: payment.bookingId,
      ...(free ? {} : { payment_intent: payment.paymentIntentId }),
    });
    return rest;
  }

  /** Unless the draft was booked, or cleared, in another tab meanwhile. */
  function remember(payment: CreatedPayment): void {
    if (getDraft().draftId === draft.draftId) rememberPayment(payment);
  }

  async function openPayment(quote: Quote, withPhoto: boolean, keepCard: boolean): Promise<CreatedPayment> {
    const receipt = draft.address?.email ? { receiptEmail: draft.address.email } : {};
    const redemption = await redemptionOf(quote, withPhoto);
    const payment = await attempt(
      { ...redemption, ...receipt, ...(keepCard && { keepCard }) },
      createPayment,
    );
    inProgress.open = { quoteId: quote.quoteId, payment };
    return payment;
  }

  async function payByCash(quote: Quote, withPhoto: boolean): Promise<Step> {
    const redemption = await redemptionOf(quote, withPhoto);
    const booking = await attempt({ ...redemption, mode: 'CASH' as const }, createBooking);
    rememberCash(booking, quote);
    finish({ method: 'cash', amount: quote.amountPence, booking_id: booking.id });
    return rest;
  }

  async function suggestBudget(
    { budgetGBP, method }: Extract<Terms, { mode: 'REQUEST' }>,
    quote: Quote,
    withPhoto: boolean,
  ): Promise<Step> {
    // Before anything is booked: nothing that may fail comes after.
    const { mode } = (await loadPricing()).budget({ totalPence: quote.amountPence, budgetGBP });
    const redemption = await redemptionOf(quote, withPhoto);
    const booking = await attempt(
      { ...redemption, mode: 'REQUEST' as const, proposed_price: budgetGBP, payment_method: method },
      createBooking,
    );
    rememberBudget(booking, budgetGBP, mode);
    finish({ method, amount: poundsToPence(budgetGBP), booking_id: booking.id });
    return rest;
  }

  async function letProsName(
    { method }: Extract<Terms, { mode: 'OPEN' }>,
    quote: Quote,
    withPhoto: boolean,
  ): Promise<Step> {
    const redemption = await redemptionOf(quote, withPhoto);
    const booking = await attempt(
      { ...redemption, mode: 'REQUEST' as const, open_price: true, payment_method: method },
      createBooking,
    );
    rememberOpenPrice(booking);
    finish({ method, booking_id: booking.id });
    return rest;
  }

  function finish(query: Parameters<typeof paths.booking.confirmation>[0]): void {
    navigate(paths.booking.confirmation({ ...query, currency: draft.currency }));
  }

  async function redeem(terms: Terms, withPhoto: boolean): Promise<Step> {
    const quote = await quoteNow(terms.mode === 'CARD');
    if (!quote) return rest;
    if (terms.mode === 'CARD') return payByCard(terms, quote, withPhoto);
    if (terms.mode === 'CASH') return payByCash(quote, withPhoto);
    return terms.mode === 'OPEN'
      ? letProsName(terms, quote, withPhoto)
      : suggestBudget(terms, quote, withPhoto);
  }

  async function stepAfter(error: unknown, terms: Terms): Promise<Step> {
    if (redirectOn(error, navigate)) return rest;
    if (isPhotoProblem(error)) return { at: 'photo', terms };
    if (quoteState.offer(error)) return rest;
    if (!hasCode(error, 'quote_expired') && !hasCode(error, 'quote_used'))
      return { at: 'problem', problem: problemOf(error, terms.mode === 'CARD') };
    inProgress.open = null;
    const problem = renewed(hasCode(error, 'quote_used') ? 'been used already' : 'run out');
    return (await quoteState.renew()) ? { at: 'problem', problem } : rest;
  }

  async function send(terms: Terms, withPhoto = true): Promise<void> {
    if (inProgress.running) return;
    inProgress.running = true;
    setStep({ at: 'work' });
    try {
      setStep(await redeem(terms, withPhoto).catch((error: unknown) => stepAfter(error, terms)));
    } finally {
      inProgress.running = false;
    }
  }

  const resume = (withPhoto: boolean) => {
    if (step.at === 'photo') void send(step.terms, withPhoto);
  };

  return {
    send,
    busy: step.at === 'work',
    problem: step.at === 'problem' ? step.problem : null,
    photoFailed: step.at === 'photo',
    retryPhoto: () => resume(true),
    withoutPhoto: () => resume(false),
    /** Closes the question about the photo, or clears the problem. */
    dismiss: () => setStep(rest),
  };
}

export type Redemption = ReturnType<typeof useRedemption>;

function renewed(why: string): CheckoutProblem {
  return {
    text: `Your price had ${why} and has been renewed.`,
    advice: 'Please press the button again.',
  };
}

async function authorise(card: CardHandle | null, payment: CreatedPayment): Promise<CheckoutProblem | null> {
  if (!card || !hasIntent(payment)) return declined(PAYMENT_FAILED);
  const { bookingId, amountPence } = payment;
  const confirmation = paths.booking.confirmation({
    method: 'card',
    booking_id: bookingId,
    amount: amountPence,
    currency: 'GBP',
  });
  return card.confirm(payment, confirmation);
}

function hasIntent(payment: CreatedPayment): payment is CardPayment {
  return payment.clientSecret !== undefined && payment.paymentIntentId !== undefined;
}
