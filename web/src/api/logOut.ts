import { endSession } from '@/shared/session';
import { call } from './client';

/** Ends the session here at once and tells the server, even if the page is left meanwhile. If the server cannot be reached, the token stays
 *  valid there until it expires, but nothing here keeps it. */
export function logOut(): void {
  call('/logout', { method: 'POST', as: 'person', keepalive: true }).catch((error: unknown) =>
    console.warn('The server was not told about the logout.', error),
  );
  endSession('logout');
}
