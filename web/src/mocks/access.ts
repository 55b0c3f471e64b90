// Who may see which booking.
import { DEMO_PRO } from './pro';
import { type Call, named, notFound } from './route';
import { type DemoBooking, theWorld } from './world';

type Asked = Pick<Call<unknown>, 'value' | 'caller'>;

/** The booking with this id, for its owner, for whoever has a link, and for the pro. 404 for everybody else. */
export function bookingOf(call: Asked, id = call.value('id')): DemoBooking {
  const booking = theWorld().bookings.find((one) => one.id === id);
  if (!booking || !maySee(booking, call)) throw notFound('Booking');
  return booking;
}

function maySee(booking: DemoBooking, { value, caller }: Asked): boolean {
  const { visitor, clientId, guestToken, shareToken } = booking;
  if (value('token') === guestToken) return true;
  if (isShared(value)) return value('share') === shareToken;
  return visitor === 'pro' ? named(caller) === DEMO_PRO : named(caller) === clientId;
}

export const isShared = (value: Asked['value']): boolean => value('share') !== '';

/** The booking behind a guest's link. */
export function bookingByLink(guestToken: string): DemoBooking {
  const booking = theWorld().bookings.find((one) => one.guestToken === guestToken);
  if (!booking) throw notFound('Booking');
  return booking;
}

/** The caller's own bookings, the newest first; never those that are not paid yet. */
export function bookingsOf(clientId: string): DemoBooking[] {
  const own = theWorld().bookings.filter(
    (one) => one.visitor === 'client' && one.clientId === clientId && one.status !== 'created',
  );
  return own.sort((a, b) => b.createdAt - a.createdAt);
}

/** The jobs and offers of the visitor's pro, the newest first. */
export function jobsOfPro(): DemoBooking[] {
  const jobs = theWorld().bookings.filter(({ visitor }) => visitor === 'pro');
  return jobs.sort((a, b) => b.createdAt - a.createdAt);
}
