// What can happen to a booking, each with its event; used by the handlers and by the script.
import { DAY, HOUR, iso, MINUTE } from './clock';
import { repriced } from './prices';
import type { Schemas } from './route';
import { type DemoBooking, type DemoDue, type DemoMessage, type DemoPayment, theWorld } from './world';

type Status = Schemas['BookingStatus'];

/** The events that statuses are told by, where it is not their own name. */
const eventOf: Partial<Record<Status, string>> = { pending: 'matching', in_progress: 'started' };

/** How long somebody has to answer or to pay. */
export const TO_ANSWER = 15 * MINUTE;

export function note(booking: DemoBooking, type: string, data: Record<string, unknown> = {}): void {
  booking.events.push({ seq: booking.events.length + 1, type, at: iso(Date.now()), data });
}

export function move(booking: DemoBooking, status: Status, data?: Record<string, unknown>): void {
  booking.status = status;
  booking.since = Date.now();
  note(booking, eventOf[status] ?? status, data);
}

const stepsOfJob: readonly Status[] = ['assigned', 'en_route', 'in_progress', 'completed', 'cancelled'];

/** The steps of a job since a pro has it, by the names of their statuses. */
export function jobSteps({ events }: DemoBooking): Schemas['BookingEvent'][] {
  const first = events.findLastIndex(({ type }) => type === 'assigned');
  if (first < 0) return [];
  const named = (event: Schemas['BookingEvent']) => ({
    ...event,
    type: stepsOfJob.find((status) => eventOf[status] === event.type) ?? event.type,
  });
  return events
    .slice(first)
    .map(named)
    .filter(({ type }) => stepsOfJob.some((status) => status === type));
}

/** Something for the pro's stream. */
export function tellPro(event: string, data: object): void {
  theWorld().pro.notices.push({ event, data });
}

/** A pro has it, and a client who pays by card is charged. */
export function assign(booking: DemoBooking): void {
  delete booking.proposal;
  delete booking.due;
  delete booking.offeredUntil;
  for (const payment of booking.payments)
    if (payment.status === 'requires_capture') payment.status = 'succeeded';
  move(booking, 'assigned');
  if (booking.visitor === 'pro') tellPro('assigned', { bookingId: booking.id });
}

/** `feePence` is what it costs all the same. */
export function cancel(booking: DemoBooking, reason: string, feePence = 0): void {
  delete booking.proposal;
  delete booking.due;
  delete booking.suggestion;
  booking.cancelReason = reason;
  booking.feePence = feePence;
  move(booking, 'cancelled', { feePence });
}

/** A pro asks for more, or for less; without a difference the client's budget is accepted and only to be paid. */
export function propose(booking: DemoBooking, deltaPence: number, message?: string): void {
  const isBudgetByCard = deltaPence === 0;
  booking.proposal = { deltaPence, message, until: Date.now() + TO_ANSWER, approved: isBudgetByCard };
  if (isBudgetByCard)
    askToPay(booking, { reason: 'proposal', amountPence: booking.amountPence, deltaPence: 0 });
  move(booking, 'accepted');
}

/** The pro's yes to a booking as it stands. A budget by card is paid only now. */
export function accept(booking: DemoBooking): void {
  const isUnpaid = booking.method === 'card' && booking.amountPence > 0 && paidPence(booking) === 0;
  if (isUnpaid) propose(booking, 0);
  else assign(booking);
}

/** The client's yes to a proposal: a higher price by card is to be paid first. */
export async function approve(booking: DemoBooking): Promise<void> {
  const { proposal } = booking;
  if (!proposal) return;
  const { deltaPence } = proposal;
  if (booking.visitor === 'client' && booking.method === 'card' && deltaPence > 0) {
    proposal.approved = true;
    askToPay(booking, { reason: 'proposal', amountPence: booking.amountPence + deltaPence, deltaPence });
    return note(booking, 'updated');
  }
  await agree(booking, deltaPence);
  assign(booking);
}

/** The price changes by so much. */
export async function agree(booking: DemoBooking, deltaPence: number): Promise<void> {
  Object.assign(booking, await repriced(booking, { agreedPence: booking.agreedPence + deltaPence }));
}

export async function moveTo(
  booking: DemoBooking,
  timeslot: Schemas['BookedSlot'],
  slotDeltaGBP: number,
): Promise<void> {
  delete booking.suggestion;
  booking.timeslot = timeslot;
  Object.assign(booking, await repriced(booking, { slotDeltaGBP }));
  note(booking, 'rescheduled');
}

export function askToPay(booking: DemoBooking, due: Omit<DemoDue, 'until'>): void {
  booking.due = { ...due, until: Date.now() + TO_ANSWER };
}

/** What is held or charged on the card. */
export function paidPence({ payments }: DemoBooking): number {
  const paid = payments.filter(({ status }) => status === 'requires_capture' || status === 'succeeded');
  return paid.reduce((sum, { amountPence }) => sum + amountPence, 0);
}

/** The card has been authorised: what the booking has waited for happens. */
export async function settle(booking: DemoBooking, payment: DemoPayment): Promise<void> {
  payment.status = 'requires_capture';
  const { due } = booking;
  if (!payment.isForDue) return move(booking, 'pending');
  if (!due) return;
  delete booking.due;
  // A hold of the whole new amount takes the place of the old one.
  if (due.amountPence === booking.amountPence + due.deltaPence) letGo(booking, payment);
  if (due.timeslot) return moveTo(booking, due.timeslot, due.deltaGBP ?? 0);
  await agree(booking, due.deltaPence);
  if (due.reason === 'proposal') assign(booking);
  else note(booking, 'updated');
}

function letGo(booking: DemoBooking, kept: DemoPayment): void {
  for (const payment of booking.payments)
    if (payment !== kept && payment.status === 'requires_capture') payment.status = 'canceled';
}

/** Gives back so much of what the card has paid. */
export function giveBack(booking: DemoBooking, pence: number): void {
  let left = pence;
  for (const payment of booking.payments) {
    if (payment.status !== 'succeeded') continue;
    const back = Math.min(left, payment.amountPence - (payment.refundedPence ?? 0));
    payment.refundedPence = (payment.refundedPence ?? 0) + back;
    left -= back;
  }
}

export function write(booking: DemoBooking, message: Pick<DemoMessage, 'from' | 'text' | 'clientId'>): void {
  // Sent again after a broken connection, it is the same message.
  if (message.clientId && booking.messages.some(({ clientId }) => clientId === message.clientId)) return;
  const id = `msg-${booking.id}-${String(booking.messages.length + 1).padStart(4, '0')}`;
  booking.messages.push({ ...message, id, at: Date.now(), isRead: false });
}

/** Everything that the other side has written is read. */
export function readAll(booking: DemoBooking, reader: 'client' | 'pro'): void {
  for (const message of booking.messages) if (message.from !== reader) message.isRead = true;
}

export function unreadFor({ messages }: DemoBooking, reader: 'client' | 'pro'): number {
  return messages.filter(({ from, isRead }) => from !== reader && !isRead).length;
}

const withPro: Status[] = ['assigned', 'en_route', 'in_progress', 'completed'];
export const hasPro = ({ status }: DemoBooking): boolean => withPro.includes(status);

/** Chats stay open for a day after the job. */
export function chatOf(booking: DemoBooking): Schemas['ChatState'] | undefined {
  if (!hasPro(booking)) return undefined;
  return booking.status === 'completed' && Date.now() > booking.since + DAY ? 'read_only' : 'open';
}

/** When a review can no longer be written. */
export function reviewUntil(booking: DemoBooking): string | undefined {
  return booking.status === 'completed' ? iso(booking.since + 7 * DAY) : undefined;
}

/** When the search for a pro ends. */
export const searchEnds = (booking: DemoBooking): number => booking.since + HOUR;
