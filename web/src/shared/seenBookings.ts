// What a person has seen of their bookings, kept in this browser so that time and place can be read without a network. It belongs to one
// person: it goes when they log out, are refused, or somebody else comes, and each booking goes a day after its window.
import type { Booking, BookingStatus } from '@/api/types';
import { type Check, isList, isNumber, isOptional, isShape, isText } from './checks';
import { createStore } from './createStore';
import { asLondon, formatDay, formatSlot, londonWallClock } from './london';
import { getSession, guestId, onPersonChange, onSessionEnd, serverNow } from './session';
import { readStored, removeStored, SEEN_BOOKINGS, writeStored } from './storage';

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

interface Kept {
  person: string;
  bookings: SeenBooking[];
}

const DAY = 24 * 60 * 60 * 1000;
const none: readonly SeenBooking[] = [];

const text = isText(300);
const isKept: Check<Kept> = isShape<Kept>({
  person: text,
  bookings: isList(
    isShape<SeenBooking>({
      id: text,
      status: text as Check<BookingStatus>,
      window: isOptional(isShape<{ start: string; end: string }>({ start: text, end: text })),
      address: text,
      postcode: text,
      seenAt: isNumber,
      guestToken: isOptional(text),
    }),
  ),
});

let last: { raw: string | null; kept: Kept | null } = { raw: null, kept: null };
const store = createStore(seenBookings);

/** Whose bookings this browser sees now. Whoever only opened a guest link has no name. */
export function personHere(): string {
  return getSession()?.id ?? guestId() ?? 'link';
}

/** Newest first; the same list for as long as storage does not change. */
export function seenBookings(): readonly SeenBooking[] {
  const kept = read();
  return kept?.person === personHere() ? kept.bookings : none;
}

export const useSeenBookings = store.use;

function read(): Kept | null {
  const raw = readStored(SEEN_BOOKINGS);
  if (raw !== last.raw) last = { raw, kept: parse(raw) };
  if (last.kept?.bookings.some(isOver)) last = { raw, kept: withoutOver(last.kept) };
  return last.kept;
}

function parse(raw: string | null): Kept | null {
  try {
    const value: unknown = JSON.parse(raw ?? 'null');
    return isKept(value) ? value : null;
  } catch {
    return null;
  }
}

function isOver({ window, seenAt }: SeenBooking): boolean {
  return (window ? Date.parse(window.end) : seenAt) + DAY <= serverNow();
}

function withoutOver(kept: Kept): Kept {
  return { ...kept, bookings: kept.bookings.filter((booking) => !isOver(booking)) };
}

/** Keeps what was just seen. `person` is who asked for it: an answer that comes after they have left is not kept. */
export function rememberBookings(person: string, bookings: readonly Booking[]): void {
  const fresh = bookings.filter(({ address_line1 }) => address_line1 !== undefined).map(seen);
  if (person !== personHere() || fresh.length === 0) return;
  const older = seenBookings().filter(({ id }) => fresh.every((booking) => booking.id !== id));
  write(withoutOver({ person, bookings: [...fresh, ...older].slice(0, 20) }));
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

function write(kept: Kept): void {
  if (kept.bookings.length === 0) removeStored(SEEN_BOOKINGS);
  else writeStored(SEEN_BOOKINGS, JSON.stringify(kept));
  store.changed();
}

export function forgetBookings(): void {
  removeStored(SEEN_BOOKINGS);
  store.changed();
}

/** The server no longer shows this booking to this person. */
export function forgetBooking(named: { id: string | undefined; guestToken: string | undefined }): void {
  const left = seenBookings().filter((booking) => !isNamed(booking, named));
  if (left.length < seenBookings().length) write({ person: personHere(), bookings: left });
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

/** A session that has expired hides them until the same person comes back; every other end wipes them. */
onSessionEnd((how) => {
  if (how !== 'expired') forgetBookings();
});

/** Somebody else has come: a guest who signs in, or another account. */
onPersonChange(() => {
  if (getSession() && read()?.person !== personHere()) forgetBookings();
  store.changed();
});

if (typeof window !== 'undefined') {
  // Storage too keeps nothing a day after its window, even if nobody opens a booking any more.
  const kept = read();
  if (kept) write(kept);
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === SEEN_BOOKINGS) store.changed();
  });
}
