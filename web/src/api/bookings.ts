import { call, problemOf, send } from './client';
import type { Booking, BookingEvent, CreateBookingRequest } from './types';

/** Used instead of a bearer token: the guest's own token, or a read-only share token. */
export interface Capability {
  token?: string | undefined;
  share?: string | undefined;
}

/** Books a quote to be paid in cash, with the client's own budget, or at a price that pros name. 422 `budget_only` when there is too little time for
 *  pros to name one. */
export function createBooking(request: CreateBookingRequest, idempotencyKey: string): Promise<Booking> {
  return call('/bookings', { method: 'POST', json: request, idempotencyKey, timeout: 30_000 });
}

export function fetchBooking(
  id: string,
  capability: Capability = {},
  signal?: AbortSignal,
): Promise<Booking> {
  return call(`/bookings/${encodeURIComponent(id)}`, { query: { ...capability }, signal });
}

/** The booking behind the guest link `/b/{guestToken}`. */
export function fetchGuestBooking(guestToken: string, signal?: AbortSignal): Promise<Booking> {
  return call(`/b/${encodeURIComponent(guestToken)}`, { signal });
}

export function fetchBookingEvents(
  id: string,
  after: number,
  capability: Capability = {},
  signal?: AbortSignal,
): Promise<BookingEvent[]> {
  return call(`/bookings/${encodeURIComponent(id)}/events`, { query: { after, ...capability }, signal });
}

/** The booking's calendar file, to be saved as `callout-<id>.ics`. */
export async function fetchCalendarFile(id: string, capability: Capability = {}): Promise<Blob> {
  const response = await send(`/bookings/${encodeURIComponent(id)}/calendar.ics`, {
    query: { ...capability },
    headers: { Accept: 'text/calendar' },
  });
  if (!response.ok) throw await problemOf(response);
  return response.blob();
}

/** Does nothing if matching is already running; callers only log a failure. */
export function startMatching(bookingId: string): Promise<{ ok: boolean }> {
  return call('/matching/start', {
    method: 'POST',
    json: { booking_id: bookingId },
    idempotencyKey: `match-${bookingId}`,
  });
}

export interface BookingPage {
  items: Booking[];
  /** Absent on the last page. */
  next_cursor?: string;
}

/** The caller's bookings, newest first. */
export function fetchBookings(
  page: { limit?: number; cursor?: string | undefined; filter?: 'active' },
  signal?: AbortSignal,
): Promise<BookingPage> {
  return call('/bookings', { query: { ...page }, signal });
}

/** Creates a new share link; the previous one stops working. */
export async function renewShareLink(id: string): Promise<string> {
  const path = `/bookings/${encodeURIComponent(id)}/share`;
  return (await call<{ share_token: string }>(path, { method: 'POST' })).share_token;
}

export async function endShareLink(id: string): Promise<void> {
  await call(`/bookings/${encodeURIComponent(id)}/share`, { method: 'DELETE' });
}

export interface BookingChange {
  entry_info?: string;
  /** The owner only; not through a guest link. */
  address_line2?: string;
}

/** 409 once the booking has ended. */
export function changeBooking(
  id: string,
  change: BookingChange,
  capability: Capability = {},
): Promise<Booking> {
  const path = `/bookings/${encodeURIComponent(id)}`;
  return call(path, { method: 'PATCH', query: { ...capability }, json: change });
}

/** Sends the link again to whoever booked with this email or phone; the answer is the same whether anybody did. */
export async function requestBookingLink(contact: { email: string } | { phone: string }): Promise<void> {
  await call('/bookings/link', { method: 'POST', json: contact, as: 'nobody' });
}

/** Uncovers the entry notes behind a link that came by text. 422 `wrong_postcode`. */
export function unlockEntryNotes(guestToken: string, postcode: string): Promise<Booking> {
  return call(`/b/${encodeURIComponent(guestToken)}/unlock`, { method: 'POST', json: { postcode } });
}

/** A new start code in place of a locked one; one that is not locked stays. 409 once the pro has begun. */
export function renewStartCode(id: string, capability: Capability = {}): Promise<Booking> {
  const path = `/bookings/${encodeURIComponent(id)}/start-code`;
  return call(path, { method: 'POST', query: { ...capability } });
}

/** The photo of a booking, which only those who may see the booking can fetch. */
export async function fetchPhoto(photoUrl: string, capability: Capability = {}): Promise<Blob> {
  const path = photoUrl.replace(/^\/api/, '');
  const response = await send(path, { query: { ...capability }, headers: { Accept: 'image/*' } });
  if (!response.ok) throw await problemOf(response);
  return response.blob();
}
