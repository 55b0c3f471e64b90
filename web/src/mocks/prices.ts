// What things cost in the demonstration: always what the pricing module says, the price book included.
import { type Estimate, isPricingFailure, loadPricing, type Pricing, type QuoteInput } from '@/pricing';
import { londonWallClock } from '@/shared/london';
import { poundsToPence } from '@/shared/money';
import { iso, withOffset } from './clock';
import { Refusal, type Schemas } from './route';
import type { DemoBooking } from './world';

let module: Pricing | undefined;

/** The pricing module; what it refuses is a 422 for the caller. */
export async function pricing(): Promise<Pricing> {
  module ??= await loadPricing();
  return module;
}

/** Runs `act`, and says as the server does what the module refuses. */
export function priced<Answer>(act: () => Answer): Answer {
  try {
    return act();
  } catch (error) {
    if (!isPricingFailure(error)) throw error;
    const errors = error.field ? { [error.field]: error.message } : {};
    throw new Refusal(422, error.code, error.message, { errors });
  }
}

export type Window = Schemas['BookedSlot'] & { deltaGBP: number };

export async function windows(cheaper: boolean): Promise<Schemas['TimeSlot'][]> {
  const slots = (await pricing()).slots({ now: londonWallClock(), cheaper });
  return slots.map((slot) => ({ ...slot, start: withOffset(slot.start), end: withOffset(slot.end) }));
}

/** 409 `slot_gone` for one that is over or unknown. */
export async function windowOf(id: string): Promise<Window> {
  const found = (await windows(true)).find((slot) => slot.id === id);
  if (!found) throw new Refusal(409, 'slot_gone', 'That time has just gone. Please choose another.');
  return { id: found.id, start: found.start, end: found.end, deltaGBP: found.priceDelta };
}

export interface JobToPrice {
  description: string;
  postcode: string;
  quickFix?: string | null;
  problemTypeToUse?: string | null;
}

export async function estimateOf(job: JobToPrice): Promise<Estimate> {
  const { estimate } = await pricing();
  const { description: text, postcode, quickFix, problemTypeToUse } = job;
  return priced(() => estimate({ text, postcode, quickFix, problemTypeToUse }));
}

/** In pence; 0 without an instant price. */
export const basePenceOf = (estimate: Estimate): number => poundsToPence(estimate.estimated_cost ?? 0);

/** The lines and the amount of a booking, at its own time or another one. */
export async function repriced(
  booking: DemoBooking,
  change: { slotDeltaGBP?: number | null; agreedPence?: number } = {},
): Promise<Pick<DemoBooking, 'priced' | 'agreedPence' | 'lines' | 'amountPence'>> {
  const { agreedPence = booking.agreedPence, ...more } = change;
  const input: QuoteInput = { ...booking.priced, ...more };
  const quote = (await pricing()).quote(input);
  const lines: Schemas['QuoteLine'][] =
    agreedPence === 0
      ? quote.lines
      : [...quote.lines, { kind: 'agreed', label: 'Agreed with your pro', amountPence: agreedPence }];
  const amountPence = (booking.budgetPence ?? quote.amountPence) + agreedPence;
  return { priced: input, agreedPence, lines, amountPence };
}

/** What the pro gets of a price, and the platform's part. */
export async function shareOf(amountPence: number) {
  const { feePence, netPence, feeBasisPoints } = (await pricing()).fee({ amountPence });
  return { feePence, netPence, feeBasisPoints };
}

/** What cancelling costs now. */
export async function cancellationOf(booking: DemoBooking, now: number): Promise<Schemas['Cancellation']> {
  const { cancellation } = await pricing();
  const { timeslot, amountPence, status, priced: input, createdAt } = booking;
  const minutes = (from: number, to: number) => Math.floor((to - from) / 60_000);
  return cancellation({
    amountPence,
    status,
    urgency: input.urgency,
    minutesSinceBooking: minutes(createdAt, now),
    minutesToSlot: timeslot ? minutes(now, Date.parse(timeslot.start)) : null,
  });
}

/** What a client pays who cancels once the pro has set off. */
export async function callOutOf({ amountPence, priced: { urgency } }: DemoBooking): Promise<number> {
  const { cancellation } = await pricing();
  return cancellation({ amountPence, status: 'en_route', urgency, minutesSinceBooking: 60 }).feePence;
}

/** A quote's content stands in its signature, as with the server; nobody is cheated by a demonstration. */
export interface Quoted {
  quoteId: string;
  request: Schemas['QuoteRequest'];
  estimate: { problemType: string; readableName: string };
  priced: QuoteInput;
  timeslot?: Schemas['BookedSlot'];
  lines: Schemas['QuoteLine'][];
  amountPence: number;
  bookVersion: string;
  expiresAt: number;
}

export function signed(quoted: Quoted): Schemas['SignedQuote'] {
  const { quoteId, amountPence, lines, bookVersion, expiresAt } = quoted;
  return {
    quoteId,
    amountPence,
    currency: 'GBP',
    lines,
    bookVersion,
    expiresAtEpochSec: Math.floor(expiresAt / 1000),
    signature: encodeURIComponent(JSON.stringify(quoted)),
  };
}

/** 409 `quote_expired`. */
export function redeemed({ signature }: { signature: string }): Quoted {
  const quoted: Quoted = JSON.parse(decodeURIComponent(signature));
  if (quoted.expiresAt <= Date.now())
    throw new Refusal(409, 'quote_expired', `This price was valid until ${iso(quoted.expiresAt)}.`);
  return quoted;
}
