import { call, problemOf, send } from './client';
import type { Booking, BookingEvent, CreateBookingRequest } from './types';

/** Used instead of a bearer token: the guest's own token, or a read-only share token. */
export interface Capability {
  token?: string | undefined;
  share?: string | undefined;
}

/** Books a quote to be paid in cash, or with the client's own budget. */
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
  page: { limit?: number; cursor?: string | undefined },
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
