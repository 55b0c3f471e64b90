// 'Suggest my budget': quote, photo, then the request itself. Each step may stop with a question to the client and be taken up again.
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { createBooking } from '@/api/bookings';
import { isUnreachable, problemText } from '@/api/problem';
import { changedQuote } from '@/api/quotes';
import type { Quote } from '@/api/types';
import { loadPricing } from '@/pricing';
import { poundsToPence } from '@/shared/money';
import { paths } from '@/shared/paths';
import { useClient } from '@/shared/session';
import {
  addressOf,
  type ChangedPrice,
  type DraftPrice,
  GuestRefused,
  isPhotoProblem,
  leaveFor,
  makeAttempts,
  quoteRequestOf,
  requestQuote,
  sendPhoto,
  timeLeft,
} from '../checkout';
import { type BookingDraft, updateDraft } from '../draft';

export interface BudgetRequest {
  budgetGBP: number;
  method: 'card' | 'cash';
}

export function useRequestBudget(draft: BookingDraft, price: DraftPrice) {
  const navigate = useNavigate();
  const person = useClient()?.id ?? 'guest';
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [changed, setChanged] = useState<ChangedPrice | null>(null);
  const [photoFailed, setPhotoFailed] = useState(false);
  const [attempt] = useState(makeAttempts);
  // What a question to the client interrupted; the quote is kept so that a second press redeems the same one.
  const asked = useRef<BudgetRequest | null>(null);
  const signed = useRef<Quote | null>(null);
  // A quote is bound to its person.
  const signedFor = useRef(person);
  const running = useRef(false);

  async function quoteNow(): Promise<Quote> {
    if (signedFor.current !== person) signed.current = null;
    signedFor.current = person;
    if (signed.current && timeLeft(signed.current) > 5000) return signed.current;
    signed.current = await requestQuote(
      quoteRequestOf(draft, price, { amountPence: price.beforeCouponPence }),
    );
    return signed.current;
  }

  async function redeem(request: BudgetRequest, withPhoto: boolean): Promise<void> {
    const quote = await quoteNow();
    const photo = withPhoto ? await sendPhoto() : undefined;
    const booking = await attempt(
      {
        quoteId: quote.quoteId,
        signature: quote.signature,
        mode: 'REQUEST' as const,
        proposed_price: request.budgetGBP,
        payment_method: request.method,
        address: addressOf(draft),
        ...(photo ? { photo_url: photo } : {}),
      },
      createBooking,
    );
    const { mode } = (await loadPricing()).budget({
      totalPence: price.beforeCouponPence,
      budgetGBP: request.budgetGBP,
    });
    updateDraft({
      bookingId: booking.id,
      guestToken: booking.guest_token,
      shareToken: booking.share_token,
      finalQuote: { mode: 'REQUEST', amountGBP: request.budgetGBP },
      manualQuoteMode: mode === 'manual',
      highIntentNoPrepay: mode === 'near',
    });
    const query = {
      method: request.method,
      amount: poundsToPence(request.budgetGBP),
      currency: draft.currency,
      booking_id: booking.id,
    };
    navigate(paths.booking.confirmation(query), { replace: true });
  }

  async function send(request: BudgetRequest, withPhoto = true): Promise<void> {
    if (running.current) return;
    running.current = true;
    asked.current = request;
    setBusy(true);
    setProblem(null);
    try {
      await redeem(request, withPhoto);
    } catch (error) {
      tell(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  function tell(error: unknown): void {
    const quote = changedQuote(error);
    // No answer: the same quote and key are sent again, so that nothing is booked twice.
    if (!isUnreachable(error)) signed.current = null;
    if (leaveFor(error, navigate)) return;
    if (isPhotoProblem(error)) setPhotoFailed(true);
    else if (quote) setChanged({ wasPence: price.beforeCouponPence, quote, couponLost: false, reason: '' });
    else if (error instanceof GuestRefused) setProblem(error.message);
    else setProblem(problemText(error, 'Your request could not be sent. Please try again.'));
  }

  const again = (withPhoto: boolean) => {
    setPhotoFailed(false);
    if (asked.current) void send(asked.current, withPhoto);
  };

  return {
    send,
    busy,
    problem,
    changed,
    acceptChange: () => {
      signed.current = changed?.quote ?? null;
      setChanged(null);
      again(true);
    },
    refuseChange: () => setChanged(null),
    photoFailed,
    closePhoto: () => setPhotoFailed(false),
    retryPhoto: () => again(true),
    withoutPhoto: () => again(false),
  };
}
