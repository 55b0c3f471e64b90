import { endSession } from '@/shared/session';
import { call } from './client';

/** Ends the session here at once, and on the server as soon as it can be reached. */
export function logOut(): void {
  call('/logout', { method: 'POST', as: 'person' }).catch((error: unknown) =>
    console.warn('The server was not told of the logout.', error),
  );
  endSession('logout');
}
