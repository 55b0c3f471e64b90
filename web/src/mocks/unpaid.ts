// A cash job that its client did not pay: the pro says so, the operator decides about our fee.
import { DAY, iso } from './clock';
import { postOf } from './money';
import { shareOf } from './prices';
import { Refusal, type Schemas } from './route';
import { note, tellPro } from './steps';
import { said } from './words';
import type { DemoBooking } from './world';

const OPEN_FOR = 14 * DAY;

export function unpaidView({
  method,
  status,
  since,
  notPaid,
}: DemoBooking): Pick<Schemas['Job'], 'not_paid' | 'not_paid_until'> {
  if (notPaid) return { not_paid: notPaid };
  const isOpen = method === 'cash' && status === 'completed' && Date.now() < since + OPEN_FOR;
  return isOpen ? { not_paid_until: iso(since + OPEN_FOR) } : {};
}

/** The same again changes nothing. */
export function reportNotPaid(booking: DemoBooking, told: string): void {
  const text = said(told);
  if (booking.notPaid?.text === text) return;
  if (booking.notPaid) throw new Refusal(409, 'already_reported', 'You have told us about this job already.');
  if (booking.method !== 'cash') throw new Refusal(409, 'not_cash', 'This job is not paid in cash.');
  if (!unpaidView(booking).not_paid_until)
    throw new Refusal(409, 'report_closed', 'This is possible for 14 days after the job is done.');
  booking.notPaid = { text, reportedAt: iso(Date.now()), waivedPence: 0 };
  note(booking, 'not_paid');
}

/** The pro does not owe the fee. */
export async function waive(booking: DemoBooking, words: string): Promise<void> {
  const { feePence } = await shareOf(booking.amountPence);
  booking.notPaid = { ...booking.notPaid, verdict: 'waived', words, waivedPence: feePence };
  postOf(booking, 'Fee waived', feePence);
  tellPro('updated', { bookingId: booking.id });
}
