// The guest of this browser: an unverified client created by ensure-guest, with a token of its own.
import { keysUnder, outboxOf, readStored, removeStored, SEEN_BOOKINGS, writeStored } from '../storage';
import { isClockKnown, serverNow } from './clock';
import { readToken } from './token';

/** The guest's token; null if there is none or it has expired. */
export function guestToken(): string | null {
  const token = readStored('guest_token');
  const claims = token ? readToken(token) : null;
  // Until the server's time is known, send the token and let the server decide.
  return claims && !(isClockKnown() && claims.expiresAt <= serverNow()) ? token : null;
}

export function guestId(): string | null {
  return readStored('guestId');
}

export function storeGuest(guest: { clientId: string; token: string }): void {
  writeStored('guestId', guest.clientId);
  writeStored('guest_token', guest.token);
}

export function forgetGuest(): void {
  const id = guestId();
  if (id !== null) for (const key of keysUnder(outboxOf(id))) removeStored(key);
  // Unless a signed-in person has seen them: a guest's token may outlive the guest.
  if (!readStored('auth_token')) removeStored(SEEN_BOOKINGS);
  removeStored('guestId');
  removeStored('guest_token');
}
