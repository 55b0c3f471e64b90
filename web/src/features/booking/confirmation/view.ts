// The data of the confirmation page, from the booking or, until the server answers, from the draft.
import type { Booking, BookingStatus } from '@/api/types';
import { addressOf, moneyOf, penceOf, whenOf as whenOfBooking } from '@/shared/bookingWords';
import { poundsToPence } from '@/shared/money';
import { issueOf, whenOf } from '../checkout';
import type { BookingDraft } from '../draft';

export interface ConfirmationView {
  bookingId: string | undefined;
  status: BookingStatus | undefined;
  issue: string;
  address: string;
  when: string;
  /** In pence; for a budget, the budget. */
  totalPence: number | undefined;
  currency: string;
  /** What the money is doing; unknown until the server answers. */
  money: string | undefined;
}

export function viewOfBooking(booking: Booking): ConfirmationView {
  return {
    bookingId: booking.id,
    status: booking.status,
    issue: booking.readable_name,
    address: addressOf(booking),
    when: whenOfBooking(booking),
    totalPence: penceOf(booking),
    currency: booking.payment_currency ?? 'GBP',
    money: moneyOf(booking),
  };
}

/** Amounts are never taken from the page's address. */
export function viewOfDraft(draft: BookingDraft): ConfirmationView {
  const { address, finalQuote } = draft;
  return {
    bookingId: draft.bookingId,
    status: undefined,
    issue: issueOf(draft),
    address: [address?.line1, address?.line2, address?.city, address?.postcode].filter(Boolean).join(', '),
    when: whenOf(draft),
    totalPence: finalQuote ? poundsToPence(finalQuote.amountGBP) : undefined,
    currency: draft.currency,
    money: undefined,
  };
}
