import type { MasterLocation } from '@/api/types';

const EARTH = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Metres between two places near each other. */
export function metresBetween(a: MasterLocation, b: MasterLocation): number {
  const north = radians(b.lat - a.lat);
  const east = radians(b.lng - a.lng) * Math.cos(radians((a.lat + b.lat) / 2));
  return EARTH * Math.hypot(north, east);
}
