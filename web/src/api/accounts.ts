// Signing in, and who one is. A guest's bearer goes along by itself: its bookings come with it, and then the guest is no more.
import { bearerToken, forgetGuest, guestToken, startSession } from '@/shared/session';
import { call } from './client';
import type { AccountType, ClientProfile, SignedIn, SignedInMaster } from './types';

/** What a one-time code is sent to. */
export type Contact = { email: string } | { phone: string };

export interface Credentials {
  email: string;
  password: string;
}

/** Whether an account is known by it; any failure counts as no. */
export async function identifierExists(contact: Contact, signal?: AbortSignal): Promise<boolean> {
  try {
    const { exists } = await call<{ exists: boolean }>('/clients/identifier-exists', {
      query: { ...contact },
      signal,
    });
    return exists;
  } catch {
    return false;
  }
}

/** Sends a one-time code, good for 10 minutes, to an email or a UK mobile, known or not. */
export async function requestCode(contact: Contact): Promise<void> {
  await call('/clients/login/otp-request', { method: 'POST', json: contact });
}

/** Signs in by a code. 401 for a wrong one. */
export function verifyCode(contact: Contact, code: string): Promise<void> {
  return signIn('/clients/login/otp-verify', { ...contact, code });
}

/** Adds an email or phone to the signed-in account, proved by its code. 401 for a wrong one, 409 when it has an account of its own. */
export async function attachContact(contact: Contact, code: string): Promise<void> {
  await call('/clients/login/otp-verify', { method: 'POST', json: { ...contact, code, attach: true } });
}

/** 401 for a wrong email or password. */
export function logInClient(credentials: Credentials): Promise<void> {
  return signIn('/clients/password/login', { ...credentials });
}

/** 409 when the email has an account. */
export function registerClient(credentials: Credentials): Promise<void> {
  return signIn('/clients/password/register', { ...credentials });
}

export function logInMaster(credentials: Credentials): Promise<void> {
  return signInMaster('/masters/login', credentials);
}

/** 409 when the email has a pro account. */
export function registerMaster(credentials: Credentials & { accountType: AccountType }): Promise<void> {
  return signInMaster('/masters/register', credentials);
}

/** The signed-in client's own data; null when it cannot be had. */
export async function fetchProfile(signal?: AbortSignal): Promise<ClientProfile | null> {
  try {
    return await call<ClientProfile>('/clients/me', { signal });
  } catch {
    return null;
  }
}

/** Takes over the booking that a guest made with this payment. */
export async function claimByIntent(intent: string): Promise<void> {
  await call('/bookings/claim-by-intent', { method: 'POST', json: { payment_intent_id: intent } });
}

async function signIn(path: string, json: Record<string, string>): Promise<void> {
  const guest = guestToken();
  const comesAlong = guest !== null && bearerToken() === guest;
  const { token } = await call<SignedIn>(path, { method: 'POST', json });
  startSession(token, json.email);
  if (comesAlong) forgetGuest();
}

async function signInMaster(path: string, json: Credentials): Promise<void> {
  const { token, email } = await call<SignedInMaster>(path, { method: 'POST', json, as: 'nobody' });
  startSession(token, email);
}
