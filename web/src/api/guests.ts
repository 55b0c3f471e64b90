import { bearerToken, storeGuest } from '@/shared/session';
import { call } from './client';
import type { Guest } from './types';

let running: Promise<void> | null = null;

/** Makes sure calls carry a token: if nobody is signed in, creates an unverified client for this browser, once, and keeps it. Throws on failure. */
export function ensureGuest(contact: {
  email?: string | undefined;
  phone?: string | undefined;
}): Promise<void> {
  if (bearerToken()) return Promise.resolve();
  running ??= call<Guest>('/clients/ensure-guest', { method: 'POST', json: contact })
    .then(storeGuest)
    .finally(() => {
      running = null;
    });
  return running;
}
