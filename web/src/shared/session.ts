// Who is using this browser: a signed-in person (`auth_token`) or a guest (`guestId`, `guest_token`); decisions.md section 9.
import { readStored, removeStored, writeStored } from './storage';

/** The bearer for API calls: the person's, or else the guest's; null when neither is there or it has run out. */
export function bearerToken(): string | null {
  for (const key of ['auth_token', 'guest_token']) {
    const token = readStored(key);
    if (token && !hasExpired(token)) return token;
  }
  return null;
}

export function isSignedIn(): boolean {
  const token = readStored('auth_token');
  return token !== null && !hasExpired(token);
}

export function guestId(): string | null {
  return readStored('guestId');
}

export function storeGuest(guest: { clientId: string; token: string }): void {
  writeStored('guestId', guest.clientId);
  writeStored('guest_token', guest.token);
}

export function forgetGuest(): void {
  removeStored('guestId');
  removeStored('guest_token');
}

// The server's clock decides (a phone's wrong clock logs nobody out): every answer's Date header corrects ours.
let clockOffset = 0;

export function noteServerTime(dateHeader: string | null): void {
  const server = dateHeader ? Date.parse(dateHeader) : Number.NaN;
  if (!Number.isNaN(server)) clockOffset = server - Date.now();
}

/** The server's time now, as well as we know it; Unix milliseconds. */
export function serverNow(): number {
  return Date.now() + clockOffset;
}

function hasExpired(token: string): boolean {
  try {
    const payload: unknown = JSON.parse(
      atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')),
    );
    const exp = typeof payload === 'object' && payload !== null && 'exp' in payload ? payload.exp : undefined;
    return typeof exp === 'number' && exp * 1000 <= serverNow();
  } catch {
    // Not readable as a JWT: let the server judge it.
    return false;
  }
}
