import { radius } from '@/api/limits';
import { retrySearch } from '@/api/search';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { toast } from '@/ui';
import { useBookingChange } from './useBookingChange';

/** The radii that the server takes, in km. */
export const { minimum: LEAST_KM, maximum: MOST_KM, multipleOf: STEP_KM } = radius.radiusKm;

/** Asks pros within a radius; a booking that found none looks again. */
export function useRetry(id: string, ref: BookingRef) {
  return useBookingChange(ref, (capability, km: number) => retrySearch(id, km, capability), {
    onDone: (km) => toast(`We now ask pros within ${km} km`, { tone: 'good' }),
  });
}
