// What the draft keeps of a booking, so that the confirmation finds it again after a redirect or a reload.
import type { Booking, CreatedPayment, Quote } from '@/api/types';
import { type BookingDraft, updateDraft } from '../draft';

const paidInFull = { manualQuoteMode: false, highIntentNoPrepay: false };

/** Before the card is confirmed. */
export function rememberPayment(payment: CreatedPayment): void {
  updateDraft({
    ...paidInFull,
    bookingId: payment.bookingId,
    paymentIntentId: payment.paymentIntentId || undefined,
    clientSecret: payment.clientSecret || undefined,
    guestToken: payment.guestToken,
    shareToken: payment.shareToken,
    amountPence: payment.amountPence,
    finalQuote: { mode: 'PAID', amountGBP: payment.amountPence / 100 },
  });
}

export function rememberCash(booking: Booking, { amountPence }: Quote): void {
  remember(booking, {
    ...paidInFull,
    amountPence,
    finalQuote: { mode: 'PAID', amountGBP: amountPence / 100 },
  });
}

export function rememberBudget(booking: Booking, budgetGBP: number, compared: 'manual' | 'near'): void {
  remember(booking, {
    manualQuoteMode: compared === 'manual',
    highIntentNoPrepay: compared === 'near',
    amountPence: undefined,
    finalQuote: { mode: 'REQUEST', amountGBP: budgetGBP },
  });
}

export function rememberOpenPrice(booking: Booking): void {
  remember(booking, {
    manualQuoteMode: true,
    highIntentNoPrepay: false,
    amountPence: undefined,
    finalQuote: { mode: 'OPEN' },
  });
}

function remember(booking: Booking, price: Partial<BookingDraft>): void {
  updateDraft({
    bookingId: booking.id,
    paymentIntentId: undefined,
    clientSecret: undefined,
    guestToken: booking.guest_token,
    shareToken: booking.share_token,
    ...price,
  });
}
