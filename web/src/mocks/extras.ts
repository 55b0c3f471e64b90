// Extra work that the pro suggests on site.
import { iso, MINUTE } from './clock';
import { shareOf } from './prices';
import { notFound, Refusal, type Schemas } from './route';
import { agree, note, tellPro } from './steps';
import type { DemoBooking } from './world';

const TO_ANSWER = 30 * MINUTE;

/** What waits for the client. */
export function openExtra({ extras }: DemoBooking): Schemas['ChangeOrder'] | undefined {
  return extras?.find(({ status }) => status === 'open');
}

/** Suggests extra work; one at a time, while the pro is at work. */
export function proposeExtra(booking: DemoBooking, { lines, note: text }: Schemas['NewChangeOrder']): void {
  if (booking.status !== 'in_progress')
    throw new Refusal(409, 'illegal_transition', 'This job is not in progress.');
  if (openExtra(booking)) throw new Refusal(409, 'change_order_open', 'Extra work waits for the client.');
  const now = Date.now();
  const extras = booking.extras ?? [];
  extras.push({
    number: extras.length + 1,
    status: 'open',
    lines,
    sumPence: lines.reduce((sum, { amountPence }) => sum + amountPence, 0),
    note: text,
    proposedAt: iso(now),
    until: iso(now + TO_ANSWER),
  });
  booking.extras = extras;
  note(booking, 'updated');
}

/** Approves or declines it, or takes it back. What is approved belongs to the price. */
export async function answerExtra(
  booking: DemoBooking,
  number: number,
  action: Schemas['ChangeOrderAction'],
): Promise<void> {
  const order = booking.extras?.find((one) => one.number === number);
  if (!order) throw notFound('Extra work');
  const ended = { approve: 'approved', decline: 'declined', withdraw: 'withdrawn' } as const;
  if (order.status === ended[action]) return;
  if (order.status !== 'open')
    throw new Refusal(409, 'no_change_order', 'There is nothing to answer any more.');
  if (action === 'approve') await agree(booking, order.sumPence);
  Object.assign(order, { status: ended[action], decidedAt: iso(Date.now()) });
  note(booking, 'updated');
  tellPro('updated', { bookingId: booking.id });
}

/** What was suggested, with what the pro gets of it. */
export async function extrasOfJob({ extras = [] }: DemoBooking): Promise<Schemas['JobChangeOrder'][]> {
  return Promise.all(extras.map(async (order) => ({ ...order, ...(await shareOf(order.sumPence)) })));
}
