// Bookings as they are looked at and ended: by their owner, a guest's link, a share link, and the pro.
import { HttpResponse } from 'msw';
import { randomId } from '@/shared/id';
import { bookingByLink, bookingOf, bookingsOf, isShared, jobsOfPro } from '../access';
import { iso } from '../clock';
import { clientOf } from '../people';
import { cancellationOf } from '../prices';
import { DEMO_PRO } from '../pro';
import { Refusal, route, type Schemas } from '../route';
import { cancel, giveBack, hasPro } from '../steps';
import { bookingView, jobView, sharedView } from '../views';
import { type DemoBooking, theWorld } from '../world';

type Filter = (booking: DemoBooking) => boolean;

const filters: Record<string, Filter> = {
  pending: ({ id, status }) => status === 'pending' && !theWorld().pro.declined.includes(id),
  active: (booking) => hasPro(booking) && booking.status !== 'completed',
  completed: ({ status }) => status === 'completed',
  cancelled: ({ status, cancelReason }) =>
    status === 'cancelled' && ['client', 'not_home'].includes(cancelReason ?? ''),
};

async function jobList(filter: string): Promise<Schemas['JobList']> {
  const jobs = jobsOfPro().filter(filters[filter] ?? hasPro);
  return { items: await Promise.all(jobs.map(jobView)) };
}

/** A page begins after the booking that its cursor names. */
async function bookingList(clientId: string, limit: number, cursor: string): Promise<Schemas['BookingList']> {
  const own = bookingsOf(clientId);
  const from = own.findIndex(({ id }) => id === cursor) + 1;
  const page = own.slice(from, from + limit);
  const isLast = from + limit >= own.length;
  return {
    items: await Promise.all(page.map(bookingView)),
    next_cursor: isLast ? undefined : page.at(-1)?.id,
  };
}

async function cancelByClient(booking: DemoBooking): Promise<Schemas['Booking']> {
  if (['in_progress', 'completed', 'cancelled'].includes(booking.status))
    throw new Refusal(409, 'illegal_transition', 'This booking can no longer be cancelled.');
  const { feePence, refundPence } = await cancellationOf(booking, Date.now());
  // Of a job in cash nothing is with us.
  const isCash = booking.method === 'cash';
  if (!isCash) giveBack(booking, refundPence);
  cancel(booking, 'client', isCash ? 0 : feePence);
  return bookingView(booking);
}

function newReview({ rating, text }: Schemas['NewReview']): Schemas['OwnReview'] {
  return { rating, text, created_at: iso(Date.now()) };
}

export const bookingHandlers = [
  route('get', '/api/bookings', ({ caller, value }) =>
    caller === DEMO_PRO
      ? jobList(value('filter'))
      : bookingList(clientOf(caller).profile.clientId, Number(value('limit')) || 20, value('cursor')),
  ),
  route('get', '/api/bookings/{id}', (call) => {
    const booking = bookingOf(call);
    if (isShared(call.value)) return sharedView(booking);
    return booking.visitor === 'pro' ? jobView(booking) : bookingView(booking);
  }),
  route('patch', '/api/bookings/{id}', (call) => {
    const booking = bookingOf(call);
    const { entry_info, address_line2 } = call.body;
    if (typeof entry_info === 'string') booking.address.entryInfo = entry_info;
    if (typeof address_line2 === 'string') booking.address.line2 = address_line2;
    return bookingView(booking);
  }),
  route('get', '/api/bookings/{id}/events', (call) => {
    const after = Number(call.value('after'));
    return bookingOf(call).events.filter(({ seq }) => seq > after);
  }),
  route('get', '/api/bookings/{id}/calendar.ics', (call) => calendarFile(bookingOf(call))),
  route('get', '/api/bookings/{id}/cancellation', (call) => cancellationOf(bookingOf(call), Date.now())),
  route('patch', '/api/bookings/{id}/cancel', (call) => cancelByClient(bookingOf(call))),
  route('patch', '/api/bookings/guest/{guestToken}/cancel', ({ value }) =>
    cancelByClient(bookingByLink(value('guestToken'))),
  ),
  route('post', '/api/bookings/{id}/no-show', (call) => {
    const booking = bookingOf(call);
    cancel(booking, 'pro_no_show');
    return bookingView(booking);
  }),
  route('post', '/api/bookings/{id}/share', (call) => {
    const share_token = randomId();
    bookingOf(call).shareToken = share_token;
    return { share_token };
  }),
  route('delete', '/api/bookings/{id}/share', (call) => {
    delete bookingOf(call).shareToken;
    return undefined;
  }),
  route('post', '/api/bookings/{id}/review', (call) => {
    const booking = bookingOf(call);
    const side = booking.visitor === 'pro' ? 'reviewOfClient' : 'reviewOfPro';
    if (booking[side]) throw new Refusal(409, 'already_reviewed', 'You have reviewed this job already.');
    const review = newReview(call.body);
    booking[side] = review;
    return review;
  }),
  route('post', '/api/bookings/link', () => ({ ok: true })),
  route('get', '/api/b/{guestToken}', ({ value }) => bookingView(bookingByLink(value('guestToken')))),
  route('post', '/api/b/{guestToken}/unlock', ({ value }) => bookingView(bookingByLink(value('guestToken')))),
];

function calendarFile({ id, job, timeslot, createdAt }: DemoBooking): Response {
  const stamp = (time: string) => iso(Date.parse(time)).replace(/[-:]|\.\d+/g, '');
  const { start, end } = timeslot ?? { start: iso(createdAt), end: iso(createdAt) };
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Callout//Demonstration//EN',
    'BEGIN:VEVENT',
    `UID:${id}@callout.example`,
    `DTSTAMP:${stamp(iso(createdAt))}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:Demonstration: ${job.readableName}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return new HttpResponse(`${lines.join('\r\n')}\r\n`, { headers: { 'Content-Type': 'text/calendar' } });
}
