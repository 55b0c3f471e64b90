import { call } from './client';

/** Figures from the server's database. */
export interface Facts {
  bookingsCompleted: number;
  /** The postcode districts they were in. */
  districts: number;
}

export function fetchFacts(signal?: AbortSignal): Promise<Facts> {
  return call('/public/facts', { as: 'nobody', signal });
}
