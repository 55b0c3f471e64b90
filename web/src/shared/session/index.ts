// Who is using this browser: a signed-in person (`auth_token`, `auth_role`, `user_email`) or a guest (`guestId`, `guest_token`); see
// docs/rules/people-and-access.md.
import { readStored } from '../storage';
import { forgetGuest, guestToken } from './guest';
import { endSessionIfCurrent, getSession, personToken } from './person';

export { askServerTime, isClockKnown, noteServerTime, serverNow } from './clock';
export { forgetGuest, guestId, guestToken, storeGuest } from './guest';
export {
  endSession,
  forgetLostSession,
  getSession,
  hasLostSession,
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

/** The token for a call: the signed-in person's, otherwise the guest's. Client endpoints do not accept a pro's token, so a pro books as a guest. */
export function bearerToken(as: 'client' | 'person' = 'client'): string | null {
  const isPro = getSession()?.role === 'master';
  return (as === 'client' && isPro ? null : personToken()) ?? guestToken();
}

/** Called when the server rejects this token. A token that has been replaced meanwhile ends no session. */
export function noteRefused(token: string): void {
  endSessionIfCurrent(token);
  if (token === readStored('guest_token')) forgetGuest();
}
