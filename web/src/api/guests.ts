import { bearerToken, storeGuest } from '@/shared/session';
import { call } from './client';
import type { Guest } from './types';

let running: Promise<void> | null = null;

/** Makes sure that calls carry a bearer: an unverified client of this browser's own, made once and kept. Throws when it cannot be made. */
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
