// The signed-in client's own data: profile, booking counts, loyalty, the export of everything stored, and erasure.
import { queryOptions } from '@tanstack/react-query';
import { call, problemOf, send } from './client';
import { keys } from './keys';
import type { ClientProfile, ClientSummary, Loyalty, ProfileChange } from './types';

export const profileQuery = queryOptions({
  queryKey: keys.me.profile,
  queryFn: ({ signal }) => call<ClientProfile>('/clients/me', { signal }),
});

/** Number of bookings in total, still open, and completed. */
export const summaryQuery = queryOptions({
  queryKey: keys.me.summary,
  queryFn: ({ signal }) => call<ClientSummary>('/clients/me/summary', { signal }),
});

export const loyaltyQuery = queryOptions({
  queryKey: keys.me.loyalty,
  queryFn: ({ signal }) => call<Loyalty>('/clients/me/loyalty', { signal }),
});

/** Fields left out stay as they are; an empty string clears one. */
export function saveProfile(change: ProfileChange): Promise<ClientProfile> {
  return call('/clients/me', { method: 'PUT', json: change });
}

/** Everything stored about the client, as a file. */
export async function exportMyData(): Promise<Blob> {
  const response = await send('/clients/me/export', { timeout: 60_000 });
  if (!response.ok) throw await problemOf(response);
  return response.blob();
}

/** 409 `fresh_code_required`; 409 `open_bookings` while a booking is still open or not settled. */
export async function eraseMyData(): Promise<void> {
  await call('/clients/me', { method: 'DELETE' });
}
