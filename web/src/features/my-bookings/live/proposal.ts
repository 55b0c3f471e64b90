// What a pro's proposal, or a budget that a pro has accepted, is in words.
import type { Booking, BookingProposal } from '@/api/types';
import { asLondon } from '@/shared/london';
import { formatPence, formatPenceExact } from '@/shared/money';

/** 'Paul P. can come, for £15 more' */
export function titleOf({ masterName = 'A pro', deltaPence, approved }: BookingProposal): string {
  if (deltaPence === 0) return `${masterName} has accepted your budget`;
  if (approved) return `${masterName} is waiting for your payment`;
  const change = formatPence(Math.abs(deltaPence));
  return `${masterName} can come, for ${change} ${deltaPence > 0 ? 'more' : 'less'}`;
}

/** What is to be done, with the time by which. */
export function requestOf(proposal: BookingProposal): string {
  const { approved, amountPence, deltaPence, until } = proposal;
  const { clock } = asLondon(until);
  if (!approved) return `Please answer by ${clock}.`;
  const pay = `${formatPenceExact(amountPence)} by ${clock}`;
  return deltaPence === 0
    ? `A pro has accepted your budget. Pay now: ${pay}.`
    : `The price is agreed. Pay ${pay}.`;
}

/** Whether it is the first price of a booking that had none. */
export function isFirstPrice({ open_price }: Booking, proposal: BookingProposal): boolean {
  return open_price === true && proposal.amountPence === proposal.deltaPence;
}
