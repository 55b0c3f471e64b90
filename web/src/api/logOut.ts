import { endSession } from '@/shared/session';
import { call } from './client';

/** Ends the session here at once. The server is told once, also when the page is left meanwhile; if it cannot be reached, the session lives on
 *  there until the token, which nobody keeps, runs out. */
export function logOut(): void {
  call('/logout', { method: 'POST', as: 'person', keepalive: true }).catch((error: unknown) =>
    console.warn('The server was not told of the logout.', error),
  );
  endSession('logout');
}
