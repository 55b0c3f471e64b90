// A guest of this browser: an unverified client that ensure-guest made, with a token of its own.
import { readStored, removeStored, writeStored } from '../storage';
import { isClockKnown, serverNow } from './clock';
import { readToken } from './token';

/** The guest's bearer; null when there is none or it has run out. */
export function guestToken(): string | null {
  const token = readStored('guest_token');
  const claims = token ? readToken(token) : null;
  // Before the server has told its time, the server judges.
  return claims && !(isClockKnown() && claims.expiresAt <= serverNow()) ? token : null;
}

export function storeGuest(guest: { clientId: string; token: string }): void {
  writeStored('guestId', guest.clientId);
  writeStored('guest_token', guest.token);
}

export function forgetGuest(): void {
  removeStored('guestId');
  removeStored('guest_token');
}
