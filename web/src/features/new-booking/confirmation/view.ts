// The data of the confirmation page, from the booking or, until the server answers, from the draft.
import type { Booking, BookingStatus } from '@/api/types';
import { addressOf, moneyOf, PROS_NAME_PRICE, totalOf, whenOf as whenOfBooking } from '@/shared/bookingWords';
import { formatPounds } from '@/shared/money';
import { issueOf, whenOf } from '../checkout';
import type { BookingDraft, FinalQuote } from '../draft';

export interface ConfirmationView {
  bookingId: string | undefined;
  status: BookingStatus | undefined;
  issue: string;
  address: string;
  when: string;
  /** For a budget, the budget. */
  total: string | undefined;
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
    total: totalOf(booking),
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
    total: finalQuote && totalOfDraft(finalQuote, draft.currency),
    money: undefined,
  };
}

function totalOfDraft({ mode, amountGBP }: FinalQuote, currency: string): string | undefined {
  if (mode === 'OPEN') return PROS_NAME_PRICE;
  return amountGBP === undefined ? undefined : formatPounds(amountGBP, currency);
}
