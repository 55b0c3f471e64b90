// Pros' passkeys. What the authenticator is asked comes from the server, and is good once, for five minutes.
import { queryOptions } from '@tanstack/react-query';
import { makePasskey, type PasskeyOptions, showPasskey } from '@/shared/passkey';
import { startSession } from '@/shared/session';
import { call } from './client';
import { keys } from './keys';
import type { Passkey, SignedInMaster } from './types';

interface Asked {
  ceremony: string;
  options: PasskeyOptions;
}

export const passkeysQuery = queryOptions({
  queryKey: keys.pro.passkeys,
  queryFn: async ({ signal }) => {
    const { items } = await call<{ items: Passkey[] }>('/masters/me/passkeys', { as: 'person', signal });
    return items;
  },
});

/** 409 `too_many_passkeys` beyond ten, `passkey_over` when the person took too long. A DOMException when the authenticator makes none. */
export async function addPasskey(name: string): Promise<Passkey> {
  const asked = await call<Asked>('/masters/me/passkeys/start', { method: 'POST', as: 'person' });
  const credential = await makePasskey(asked.options);
  const json = { name, ceremony: asked.ceremony, credential };
  return call('/masters/me/passkeys', { method: 'POST', json, as: 'person' });
}

export async function removePasskey(id: string): Promise<void> {
  await call(`/masters/me/passkeys/${encodeURIComponent(id)}`, { method: 'DELETE', as: 'person' });
}

/** 401 for one that is unknown, removed or copied. A DOMException when the authenticator shows none. */
export async function logInMasterByPasskey(): Promise<void> {
  const asked = await call<Asked>('/masters/login/passkey-request', { method: 'POST', as: 'nobody' });
  const json = { ceremony: asked.ceremony, credential: await showPasskey(asked.options) };
  const path = '/masters/login/passkey-verify';
  const { token, email } = await call<SignedInMaster>(path, { method: 'POST', json, as: 'nobody' });
  startSession(token, email);
}
