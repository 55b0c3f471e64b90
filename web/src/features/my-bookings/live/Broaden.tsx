import { problemText } from '@/api/problem';
import type { MatchingProgress } from '@/api/types';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { Button } from '@/ui';
import { Problem } from '@/ui/Problem';
import { MOST_KM, STEP_KM, useRetry } from './useRetry';

/** How much further to ask, in km. */
const FURTHER = 10;

export interface BroadenProps {
  id: string;
  bookingRef: BookingRef;
  matching: MatchingProgress | undefined;
}

/** Asks further away at once; once the first pros have been asked. */
export function Broaden({ id, bookingRef, matching }: BroadenProps) {
  const retry = useRetry(id, bookingRef);
  if (!matching || matching.wave === 0 || matching.radiusKm >= MOST_KM) return null;
  return (
    <div className="grid gap-2.5">
      <Problem
        text={retry.error && problemText(retry.error, 'We could not ask further away. Please try again.')}
      />
      <Button
        look="quiet"
        size="small"
        busy={retry.isPending}
        busyText="Asking…"
        onClick={() => retry.mutate(widerThan(matching.radiusKm))}
      >
        Broaden search area
      </Button>
    </div>
  );
}

function widerThan(km: number): number {
  return Math.min(MOST_KM, Math.ceil((km + FURTHER) / STEP_KM) * STEP_KM);
}
