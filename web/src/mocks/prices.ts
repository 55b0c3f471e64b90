// What things cost in the demonstration, and when they can be done: what the pricing module says.
import { type Estimate, loadPricing, type QuoteInput } from '@/pricing';
import { addDays, londonDay, londonWallClock } from '@/shared/london';
import { poundsToPence } from '@/shared/money';
import { Refusal, type Schemas } from './route';

const DAYS = 10;

/** The windows of the ten days from tomorrow. */
export async function slots(cheaper: boolean): Promise<Schemas['TimeSlot'][]> {
  const today = londonDay();
  const last = addDays(today, DAYS);
  const all = (await loadPricing()).slots({ now: londonWallClock(), cheaper });
  return all
    .filter(({ start }) => start.slice(0, 10) > today && start.slice(0, 10) <= last)
    .map((slot) => ({ ...slot, start: withOffset(slot.start), end: withOffset(slot.end) }));
}

/** London's wall clock as the API writes it: '2026-11-24T11:00' → '2026-11-24T11:00:00+00:00'. */
function withOffset(wall: string): string {
  const offset = londonWallClock(new Date(`${wall}:00Z`)) === wall ? '+00:00' : '+01:00';
  return `${wall}:00${offset}`;
}

/** 409 `slot_gone` for one that is over or unknown. */
export async function slotOf(timeslotId: string): Promise<Schemas['TimeSlot']> {
  const found = (await slots(true)).find(({ id }) => id === timeslotId);
  if (!found) throw new Refusal(409, 'slot_gone', 'That time has just gone. Please choose another.');
  return found;
}

interface JobToPrice {
  description: string;
  postcode: string;
  quickFix?: string | null;
  problemTypeToUse?: string | null;
  dangerAnswers?: Schemas['DangerAnswer'][] | null;
}

export async function estimateOf(job: JobToPrice): Promise<Estimate> {
  const { description: text, postcode, quickFix, problemTypeToUse, dangerAnswers } = job;
  return (await loadPricing()).estimate({ text, postcode, quickFix, problemTypeToUse, dangerAnswers });
}

export async function quoteOf(request: Schemas['QuoteRequest']) {
  const { tier, urgency, currency, couponCode, timeslotId } = request;
  const estimate = await estimateOf(request);
  refuseToQuote(estimate);
  const slot = urgency === 'EMERGENCY' ? undefined : await slotOf(timeslotId ?? '');
  const basePence = poundsToPence(estimate.estimated_cost ?? 0);
  const priced: QuoteInput = {
    basePence,
    tier,
    urgency,
    currency,
    couponCode,
    slotDeltaGBP: slot?.priceDelta,
  };
  const { amountPence, lines } = (await loadPricing()).quote(priced);
  return { estimate, slot, priced, amountPence, lines };
}

/** 422 for what is still to be asked, and for what is not ours. */
function refuseToQuote({ danger_question, out_of_scope, readable_name }: Estimate) {
  if (danger_question) throw new Refusal(422, 'danger_question', danger_question.text);
  if (out_of_scope) throw new Refusal(422, 'out_of_scope', readable_name);
}
