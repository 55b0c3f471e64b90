// Who is using this browser: a signed-in person (`auth_token`, `auth_role`, `user_email`) or a guest (`guestId`, `guest_token`); decisions.md
// section 9.
import { readStored } from '../storage';
import { forgetGuest, guestToken } from './guest';
import { endSessionOf, getSession, personToken } from './person';

export { noteServerTime, serverNow } from './clock';
export { forgetGuest, guestToken, storeGuest } from './guest';
export {
  endSession,
  forgetLostSession,
  getSession,
  isSignedIn,
  onPersonChange,
  onSessionEnd,
  type Role,
  type Session,
  startSession,
  useClient,
  useLostSession,
  useSession,
} from './person';

/** The bearer of a call: the signed-in person's, or else the guest's. A pro's token opens nothing that clients do, so a pro books as a guest. */
export function bearerToken(as: 'client' | 'person' = 'client'): string | null {
  const isPro = getSession()?.role === 'master';
  return (as === 'client' && isPro ? null : personToken()) ?? guestToken();
}

/** The server no longer takes this bearer. One that has been replaced meanwhile ends nothing. */
export function noteRefused(token: string): void {
  endSessionOf(token);
  if (token === readStored('guest_token')) forgetGuest();
}
