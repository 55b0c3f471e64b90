import { ensureGuest } from '@/api/guests';
import { ApiProblem } from '@/api/problem';
import { createQuote } from '@/api/quotes';
import type { Address, Quote, QuoteRequest } from '@/api/types';
import type { BookingDraft } from '../draft';
import type { DraftPrice } from './draftPrice';

/** The address as the API takes it: what was left empty is left out. */
export function addressOf(draft: BookingDraft): Address {
  const { address } = draft;
  if (!address) throw new Error('The draft has no address: the entry guard lets nobody pass without one.');
  const filled = Object.entries(address).filter(([, value]) => value !== '' && value !== undefined);
  return Object.fromEntries(filled) as unknown as Address;
}

/** What is asked for. `amountPence` is the price that the client has seen; the person is the bearer's. */
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
    ...(draft.timeSlotId ? { timeslotId: draft.timeSlotId } : {}),
    ...(terms.couponCode ? { couponCode: terms.couponCode } : {}),
    ...(draft.quickFix ? { quickFix: draft.quickFix } : {}),
    ...(draft.problemTypeToUse ? { problemTypeToUse: draft.problemTypeToUse } : {}),
  };
}

/** The guest could not be made: its own words (first document, section 8). */
export class GuestRefused extends Error {
  override readonly name = 'GuestRefused';
}

/** Asks for a signed price, as a guest of this browser when nobody is known yet. A bearer that
 *  has ended is replaced by a new guest, once. */
export async function requestQuote(request: QuoteRequest): Promise<Quote> {
  await makeGuest(request.address);
  try {
    return await createQuote(request);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
    // The refused bearer is forgotten by now; a signed-in client is told so by the app, and the price is then a guest's.
    await makeGuest(request.address);
    return createQuote(request);
  }
}

async function makeGuest(address: Address | undefined): Promise<void> {
  try {
    await ensureGuest({ email: address?.email, phone: address?.phone });
  } catch (cause) {
    if (cause instanceof ApiProblem)
      throw new GuestRefused('Could not proceed as guest. Please try again.', { cause });
    throw cause;
  }
}
