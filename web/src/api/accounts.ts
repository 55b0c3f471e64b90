// Signing in. A guest's token is sent along when signing in: the server moves the guest's bookings to the account
// and removes the guest.
import { passOutbox } from '@/shared/outbox/items';
import { bearerToken, forgetGuest, guestId, guestToken, startSession } from '@/shared/session';
import { call } from './client';
import type { AccountType, SignedIn, SignedInMaster } from './types';

/** Where a one-time code is sent. */
export type Contact = { email: string } | { phone: string };

export interface Credentials {
  email: string;
  password: string;
}

/** Whether the email or phone belongs to an account. */
export async function identifierExists(contact: Contact, signal?: AbortSignal): Promise<boolean> {
  const { exists } = await call<{ exists: boolean }>('/clients/identifier-exists', {
    query: { ...contact },
    signal,
  });
  return exists;
}

/** Sends a one-time code, valid for 10 minutes, to an email or UK mobile, whether or not it belongs to an account. */
export async function requestCode(contact: Contact): Promise<void> {
  await call('/clients/login/otp-request', { method: 'POST', json: contact });
}

/** Signs in with a code. 401 if the code is wrong. */
export function verifyCode(contact: Contact, code: string): Promise<void> {
  return signIn('/clients/login/otp-verify', { ...contact, code });
}

/** Adds an email or phone to the signed-in account, proved by its code. 401 if the code is wrong; 409 `identifier_taken`, `fresh_code_required`. */
export async function attachContact(contact: Contact, code: string): Promise<void> {
  await call('/clients/login/otp-verify', { method: 'POST', json: { ...contact, code, attach: true } });
}

/** Enters a code of the signed-in account: for ten minutes this session may do what wants a fresh proof. */
export async function freshen(contact: Contact, code: string): Promise<void> {
  await call('/clients/login/otp-verify', { method: 'POST', json: { ...contact, code } });
}

/** With the code that was sent last. All other sessions end. 401 if the code is wrong, 422 on `password`. */
export async function setPassword(code: string, password: string): Promise<void> {
  await call('/clients/me/password', { method: 'PUT', json: { code, password } });
}

/** Ends every session but this one. */
export async function signOutOthers(): Promise<void> {
  await call('/clients/me/sessions', { method: 'DELETE' });
}

/** 401 if the email or password is wrong. */
export function logInClient(credentials: Credentials): Promise<void> {
  return signIn('/clients/password/login', { ...credentials });
}

/** 409 if the email already has an account. */
export function registerClient(credentials: Credentials): Promise<void> {
  return signIn('/clients/password/register', { ...credentials });
}

export function logInMaster(credentials: Credentials): Promise<void> {
  return signInMaster('/masters/login', credentials);
}

/** 409 if the email already has a pro account. */
export function registerMaster(credentials: Credentials & { accountType: AccountType }): Promise<void> {
  return signInMaster('/masters/register', credentials);
}

/** Sends a one-time code to a pro's email, whether or not it belongs to an account. */
export async function requestMasterCode(contact: Contact): Promise<void> {
  await call('/masters/login/otp-request', { method: 'POST', json: contact, as: 'nobody' });
}

/** Signs a pro in with a code, and makes an account for an email that has none. 401 if the code is wrong. */
export function verifyMasterCode(contact: Contact, code: string): Promise<void> {
  return signInMaster('/masters/login/otp-verify', { ...contact, code });
}

/** Moves the booking that a guest made with this payment to the signed-in account. */
export async function claimByIntent(intent: string): Promise<void> {
  await call('/bookings/claim-by-intent', { method: 'POST', json: { payment_intent_id: intent } });
}

async function signIn(path: string, json: Record<string, string>): Promise<void> {
  const guest = guestToken();
  const guestMovesOver = guest !== null && bearerToken() === guest;
  const { token, clientId } = await call<SignedIn>(path, { method: 'POST', json });
  if (guestMovesOver) passOutbox(guestId(), clientId);
  startSession(token, json.email);
  if (guestMovesOver) forgetGuest();
}

async function signInMaster(path: string, json: object): Promise<void> {
  const { token, email } = await call<SignedInMaster>(path, { method: 'POST', json, as: 'nobody' });
  startSession(token, email);
}
