// 'Suggest my budget': the quote, the photo, then the request itself. Any step may stop to ask the client something and continue afterwards.
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
  GuestNotCreated,
  isPhotoProblem,
  makeAttempts,
  quoteRequestOf,
  redirectOn,
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
  // The request that was interrupted by a question to the client. Its quote is kept, so that pressing again redeems the same one.
  const interrupted = useRef<BudgetRequest | null>(null);
  const signed = useRef<Quote | null>(null);
  // A quote belongs to one person.
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
    interrupted.current = request;
    setBusy(true);
    setProblem(null);
    try {
      await redeem(request, withPhoto);
    } catch (error) {
      showError(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  function showError(error: unknown): void {
    const quote = changedQuote(error);
    // Without a response the same quote and key are sent again, so that nothing is booked twice.
    if (!isUnreachable(error)) signed.current = null;
    if (redirectOn(error, navigate)) return;
    if (isPhotoProblem(error)) setPhotoFailed(true);
    else if (quote) setChanged({ wasPence: price.beforeCouponPence, quote, couponLost: false, reason: '' });
    else if (error instanceof GuestNotCreated) setProblem(error.message);
    else setProblem(problemText(error, 'Your request could not be sent. Please try again.'));
  }

  const resume = (withPhoto: boolean) => {
    setPhotoFailed(false);
    if (interrupted.current) void send(interrupted.current, withPhoto);
  };

  return {
    send,
    busy,
    problem,
    changed,
    acceptChange: () => {
      signed.current = changed?.quote ?? null;
      setChanged(null);
      resume(true);
    },
    declineChange: () => setChanged(null),
    photoFailed,
    closePhoto: () => setPhotoFailed(false),
    retryPhoto: () => resume(true),
    withoutPhoto: () => resume(false),
  };
}
