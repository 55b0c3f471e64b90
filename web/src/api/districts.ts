import { call } from './client';

/** The centre of a postcode district. */
export interface DistrictCentre {
  /** 'SW1A' */
  code: string;
  lat: number;
  lng: number;
}

export interface District extends DistrictCentre {
  neighbours: DistrictCentre[];
}

/** A postcode district, such as SW1A, and those around it. */
export function fetchDistrict(outward: string, signal?: AbortSignal): Promise<District> {
  return call(`/public/districts/${encodeURIComponent(outward)}`, { as: 'nobody', signal });
}
