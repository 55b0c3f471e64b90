// What a person has seen of their bookings, kept in this browser so that time and place can be read without a network. It belongs to one
// person: it goes when they log out, are refused, or somebody else comes, and each booking goes a day after its window.
import type { Booking, BookingStatus } from '@/api/types';
import { type Check, isNumber, isOptional, isShape, isText } from './checks';
import { asLondon, formatDay, formatSlot, londonWallClock } from './london';
import { keptOfPerson, personHere } from './ofPerson';
import { getSession, serverNow } from './session';
import { SEEN_BOOKINGS } from './storage';

export interface SeenBooking {
  id: string;
  status: BookingStatus;
  window?: { start: string; end: string } | undefined;
  address: string;
  postcode: string;
  /** Unix milliseconds. */
  seenAt: number;
  /** The guest's own link; not kept for people with an account. */
  guestToken?: string | undefined;
}

const DAY = 24 * 60 * 60 * 1000;

const text = isText(300);
const kept = keptOfPerson<SeenBooking>({
  key: SEEN_BOOKINGS,
  isItem: isShape<SeenBooking>({
    id: text,
    status: text as Check<BookingStatus>,
    window: isOptional(isShape<{ start: string; end: string }>({ start: text, end: text })),
    address: text,
    postcode: text,
    seenAt: isNumber,
    guestToken: isOptional(text),
  }),
  isOver: ({ window, seenAt }) => (window ? Date.parse(window.end) : seenAt) + DAY <= serverNow(),
});
kept.wipeWithSession();

/** Newest first. */
export const seenBookings = kept.items;
export const useSeenBookings = kept.use;
export const forgetBookings = kept.forget;

/** Keeps what was just seen. `person` is who asked for it: an answer that comes after they have left is not kept. */
export function rememberBookings(person: string, bookings: readonly Booking[]): void {
  const fresh = bookings.filter(({ address_line1 }) => address_line1 !== undefined).map(seen);
  if (person !== personHere() || fresh.length === 0) return;
  const older = seenBookings().filter(({ id }) => fresh.every((booking) => booking.id !== id));
  kept.write([...fresh, ...older].slice(0, 20));
}

function seen({
  id,
  status,
  timeslot,
  address_line1 = '',
  postcode = '',
  guest_token,
}: Booking): SeenBooking {
  return {
    id,
    status,
    window: timeslot && { start: timeslot.start, end: timeslot.end },
    address: address_line1,
    postcode,
    seenAt: serverNow(),
    guestToken: getSession() ? undefined : guest_token,
  };
}

/** The server no longer shows this booking to this person. */
export function forgetBooking(named: { id: string | undefined; guestToken: string | undefined }): void {
  const left = seenBookings().filter((booking) => !isNamed(booking, named));
  if (left.length < seenBookings().length) kept.write(left);
}

export function isNamed(
  booking: SeenBooking,
  { id, guestToken }: { id: string | undefined; guestToken: string | undefined },
): boolean {
  return id === undefined ? guestToken !== undefined && booking.guestToken === guestToken : booking.id === id;
}

/** 'Last seen Sun 09:00' */
export function lastSeen({ seenAt }: SeenBooking): string {
  const { day, clock } = asLondon(londonWallClock(seenAt));
  return `Last seen ${formatDay(day, 'short').split(' ')[0]} ${clock}`;
}

export function windowOf({ window }: SeenBooking): string {
  return window ? formatSlot(window.start, window.end) : 'As soon as possible';
}
