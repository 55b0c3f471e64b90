import { queryOptions } from '@tanstack/react-query';
import { call } from './client';
import { keys } from './keys';
import type { NearPros } from './types';

/** Figures from the server's database, and how it asks pros. */
export interface Facts {
  bookingsCompleted: number;
  /** The postcode districts they were in. */
  districts: number;
  /** How many pros are asked at once, by service level. */
  askedAtOnce: { economy: number; standard: number; priority: number; emergency: number };
}

export function fetchFacts(signal?: AbortSignal): Promise<Facts> {
  return call('/public/facts', { as: 'nobody', signal });
}

export const factsQuery = queryOptions({
  queryKey: keys.facts,
  queryFn: ({ signal }) => fetchFacts(signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** How many pros could be asked now for an emergency. */
export async function fetchEmergencyPros(
  query: { postcode: string; problemType: string; gasWork?: boolean | undefined },
  signal?: AbortSignal,
): Promise<NearPros['pros']> {
  return (await call<NearPros>('/public/emergency-pros', { as: 'nobody', query: { ...query }, signal })).pros;
}
