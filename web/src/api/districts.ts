import { call } from './client';
import type { District } from './liveTypes';

/** A postcode district, such as SW1A, and those around it. */
export function fetchDistrict(outward: string, signal?: AbortSignal): Promise<District> {
  return call(`/public/districts/${encodeURIComponent(outward)}`, { as: 'nobody', signal });
}
