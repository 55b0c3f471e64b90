// The data of the confirmation page, from the booking or, until the server answers, from the draft.
import type { Booking, BookingStatus } from '@/api/types';
import { addressOf, penceOf, whenOf as whenOfBooking } from '@/shared/bookingWords';
import { poundsToPence } from '@/shared/money';
import { issueOf, whenOf } from '../checkout';
import type { BookingDraft } from '../draft';
import { type MatchStatus, matchStatus } from './matchStatus';

export interface ConfirmationView {
  bookingId: string | undefined;
  status: BookingStatus | undefined;
  match: MatchStatus;
  issue: string;
  address: string;
  when: string;
  /** In pence; for a budget, the budget. */
  totalPence: number | undefined;
  currency: string;
  isBudget: boolean;
  payment: 'card' | 'cash';
  shareToken: string | undefined;
  slot: { start: string; end: string } | undefined;
}

export function viewOfBooking(booking: Booking): ConfirmationView {
  const isBudget = booking.quote_mode === 'REQUEST';
  return {
    bookingId: booking.id,
    status: booking.status,
    match: matchStatus({
      status: booking.status,
      proAttached: Boolean(booking.assigned_master_id),
      quoteMode: booking.quote_mode,
      budget: isBudget,
    }),
    issue: booking.readable_name,
    address: addressOf(booking),
    when: whenOfBooking(booking),
    totalPence: penceOf(booking),
    currency: booking.payment_currency ?? 'GBP',
    isBudget,
    payment: booking.payment_method ?? 'card',
    shareToken: booking.share_token,
    slot: booking.timeslot,
  };
}

/** `method` comes from the address because the draft does not keep it. Amounts are never taken from the address. */
export function viewOfDraft(draft: BookingDraft, method: 'card' | 'cash'): ConfirmationView {
  const { address, finalQuote } = draft;
  const isBudget = finalQuote?.mode === 'REQUEST';
  return {
    bookingId: draft.bookingId,
    status: undefined,
    match: matchStatus({
      proAttached: false,
      quoteMode: finalQuote?.mode,
      budget: draft.manualQuoteMode || draft.highIntentNoPrepay,
    }),
    issue: issueOf(draft),
    address: [address?.line1, address?.line2, address?.city, address?.postcode].filter(Boolean).join(', '),
    when: whenOf(draft),
    totalPence: finalQuote ? poundsToPence(finalQuote.amountGBP) : undefined,
    currency: draft.currency,
    isBudget,
    payment: method,
    shareToken: draft.shareToken,
    slot:
      draft.timeSlotStart && draft.timeSlotEnd
        ? { start: draft.timeSlotStart, end: draft.timeSlotEnd }
        : undefined,
  };
}
