import { ensureGuest } from '@/api/guests';
import { ApiProblem } from '@/api/problem';
import { createQuote } from '@/api/quotes';
import type { Address, Quote, QuoteRequest } from '@/api/types';
import type { BookingDraft } from '../draft';
import type { DraftPrice } from './draftPrice';

/** The address for the API, without empty fields. */
export function addressOf(draft: BookingDraft): Address {
  const { address } = draft;
  if (!address) throw new Error('The draft has no address: the entry guard lets nobody pass without one.');
  const filled = Object.entries(address).filter(([, value]) => value !== '' && value !== undefined);
  return Object.fromEntries(filled) as unknown as Address;
}

/** The body of a quote request. `amountPence` is the price the client has seen; the bearer token says who the client is. */
export function quoteRequestOf(
  draft: BookingDraft,
  price: DraftPrice,
  terms: { amountPence: number; couponCode?: string | undefined },
): QuoteRequest {
  const address = addressOf(draft);
  return {
    description: draft.description,
    problemType: price.estimate.problem_type,
    postcode: address.postcode,
    amountPence: terms.amountPence,
    currency: draft.currency,
    tier: draft.tier,
    urgency: draft.urgency,
    draftId: draft.draftId,
    address,
    ...slotOf(draft),
    ...(terms.couponCode ? { couponCode: terms.couponCode } : {}),
    ...(draft.quickFix ? { quickFix: draft.quickFix } : {}),
    ...(draft.problemTypeToUse ? { problemTypeToUse: draft.problemTypeToUse } : {}),
    ...(draft.dangerAnswers?.length ? { dangerAnswers: draft.dangerAnswers } : {}),
  };
}

/** The chosen slot, with the times the client saw: a newer price book may give its id to another window. */
function slotOf({ timeSlotId, timeSlotStart, timeSlotEnd }: BookingDraft) {
  if (!timeSlotId) return {};
  return {
    timeslotId: timeSlotId,
    ...(timeSlotStart ? { slotStart: timeSlotStart } : {}),
    ...(timeSlotEnd ? { slotEnd: timeSlotEnd } : {}),
  };
}

/** The guest could not be created; carries its own message. */
export class GuestNotCreated extends Error {
  override readonly name = 'GuestNotCreated';
}

/** Requests a signed price, creating a guest for this browser first if nobody is signed in. If the token has expired, a new guest takes over,
 *  once. */
export async function requestQuote(request: QuoteRequest): Promise<Quote> {
  await createGuest(request.address);
  try {
    return await createQuote(request);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
    // The rejected token has been dropped by now. A signed-in client is notified by the app, and this quote is then a guest's.
    await createGuest(request.address);
    return createQuote(request);
  }
}

async function createGuest(address: Address | undefined): Promise<void> {
  try {
    await ensureGuest({ email: address?.email, phone: address?.phone });
  } catch (cause) {
    if (cause instanceof ApiProblem)
      throw new GuestNotCreated('Could not proceed as guest. Please try again.', { cause });
    throw cause;
  }
}
