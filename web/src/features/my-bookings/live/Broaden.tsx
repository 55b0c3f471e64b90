import { problemText } from '@/api/problem';
import type { MatchingProgress } from '@/api/types';
import { Button } from '@/ui';
import { Problem } from '@/ui/Problem';
import type { BookingRef } from './useBookingRef';
import { MOST_KM, STEP_KM, useRetry } from './useRetry';

/** How much further to ask, in km. */
const FURTHER = 10;

export interface BroadenProps {
  id: string;
  bookingRef: BookingRef;
  matching: MatchingProgress | undefined;
}

/** Asks further away at once. The button's place is kept free until the first pros have been asked. */
export function Broaden({ id, bookingRef, matching }: BroadenProps) {
  const retry = useRetry(id, bookingRef);
  const canBroaden = matching !== undefined && matching.wave > 0 && matching.radiusKm < MOST_KM;
  return (
    <div className="flex min-h-11 flex-col gap-4">
      <Problem
        text={retry.error && problemText(retry.error, 'We could not ask further away. Please try again.')}
      />
      {canBroaden && (
        <Button
          look="quiet"
          size="small"
          className="w-full"
          busy={retry.isPending}
          busyText="Asking…"
          onClick={() => retry.mutate(widerThan(matching.radiusKm))}
        >
          Broaden search area
        </Button>
      )}
    </div>
  );
}

function widerThan(km: number): number {
  return Math.min(MOST_KM, Math.ceil((km + FURTHER) / STEP_KM) * STEP_KM);
}
