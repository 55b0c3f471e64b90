// What the client disputes about a job: told once, answered by the pro, decided by the operator whom the script plays.
import { DAY, HOUR, iso } from './clock';
import { Refusal, type Schemas } from './route';
import { giveBack, note } from './steps';
import { said } from './words';
import type { DemoBooking } from './world';

type Dispute = Schemas['Dispute'];

const OPEN_FOR = 14 * DAY;
const TO_ANSWER = 72 * HOUR;
const TO_APPEAL = 14 * DAY;

/** What the client has paid for it, pence: the price once it is done, or what it cost although it was called off. */
function costOf({ status, amountPence, feePence = 0 }: DemoBooking): number {
  return status === 'completed' ? amountPence : feePence;
}

function openUntil(booking: DemoBooking): number | undefined {
  const { status, since } = booking;
  const hasEnded = status === 'completed' || (status === 'cancelled' && costOf(booking) > 0);
  return hasEnded ? since + OPEN_FOR : undefined;
}

/** Until when it can be disputed, and what was. */
export function disputesView(booking: DemoBooking): Pick<Schemas['Booking'], 'dispute_until' | 'disputes'> {
  const { disputes = [] } = booking;
  const until = openUntil(booking);
  const isOpen = until !== undefined && until > Date.now() && disputes.length === 0;
  return { disputes, ...(isOpen && { dispute_until: iso(until) }) };
}

/** The same again gives the same dispute. */
export function openDispute(booking: DemoBooking, told: Schemas['NewDispute']): Dispute {
  const { reason, photos = [] } = told;
  const text = said(told.text);
  const [before] = booking.disputes ?? [];
  if (before?.reason === reason && before.text === text) return before;
  if (before) throw new Refusal(409, 'already_disputed', 'This job is disputed already.');
  const until = openUntil(booking);
  if (until === undefined) throw new Refusal(409, 'not_completed', 'You can dispute a job once it is done.');
  if (until <= Date.now()) throw closed();
  const now = Date.now();
  const dispute: Dispute = {
    opened_at: iso(now),
    origin: 'client',
    reason,
    text,
    photos,
    status: 'open',
    answer_by: iso(now + TO_ANSWER),
    answer_photos: [],
  };
  booking.disputes = [dispute];
  note(booking, 'disputed');
  return dispute;
}

/** By the pro, once. */
export function answerDispute(booking: DemoBooking, dispute: Dispute, answer: string): void {
  dispute.answer = answer;
  delete dispute.answer_by;
  note(booking, 'dispute_answered');
}

/** Gives back a part of what the card paid; of a job in cash there is nothing to give back. */
export function decideDispute(booking: DemoBooking, dispute: Dispute, share: number, verdict: string): void {
  const now = Date.now();
  const refund_pence = booking.method === 'cash' ? 0 : Math.round(costOf(booking) * share);
  Object.assign(dispute, { status: 'decided', verdict, refund_pence, decided_at: iso(now) });
  dispute.appeal_until = iso(now + TO_APPEAL);
  delete dispute.answer_by;
  giveBack(booking, refund_pence);
  note(booking, 'dispute_decided');
}

/** By the client, once. The same again changes nothing. */
export function appealAgainst(booking: DemoBooking, told: string): Dispute {
  const text = said(told);
  const [dispute] = booking.disputes ?? [];
  if (dispute?.status !== 'decided')
    throw new Refusal(409, 'not_decided', 'This dispute is not decided yet.');
  if (dispute.appeal?.text === text) return dispute;
  if (dispute.appeal)
    throw new Refusal(409, 'already_appealed', 'Somebody has appealed against this decision already.');
  if (Date.parse(dispute.appeal_until ?? '') <= Date.now()) throw closed();
  dispute.appeal = { appealed_at: iso(Date.now()), by: 'client', text };
  delete dispute.appeal_until;
  note(booking, 'dispute_appealed');
  return dispute;
}

/** The first decision stands. */
export function decideAppeal(booking: DemoBooking, appeal: Schemas['Appeal'], verdict: string): void {
  Object.assign(appeal, { verdict, refund_pence: 0, made_good_pence: 0, decided_at: iso(Date.now()) });
  note(booking, 'appeal_decided');
}

export const isUndecided = ({ status, appeal }: Dispute): boolean =>
  status === 'open' || (appeal !== undefined && appeal !== null && !appeal.decided_at);

const closed = () => new Refusal(409, 'dispute_closed', 'The time for this is over.');
