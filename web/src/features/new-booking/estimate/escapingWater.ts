// Water that is coming out now: the stopcock comes before any price, and waiting for a window may be too long.
import type { Estimate } from '@/api/types';
import { updateDraft } from '../draft';

const ESCAPING = /\b(burst|bursts|bursting|flood|floods|flooded|flooding|gush\w*|pouring|spraying)\b/i;
/** A stopcock helps with these; with a drain it does not. */
const FROM_THE_MAINS = ['leak', 'toilet', 'general_plumbing', 'heating'];

export function isWaterEscaping(estimate: Estimate, description: string): boolean {
  return (
    estimate.mode !== 'danger' && FROM_THE_MAINS.includes(estimate.problem_type) && ESCAPING.test(description)
  );
}

/** An emergency has no window and no service level to choose. */
export function setEmergency(on: boolean): void {
  updateDraft({
    urgency: on ? 'EMERGENCY' : 'ASAP',
    tier: 'STANDARD',
    timeSlotId: undefined,
    timeSlotLabel: undefined,
    timeSlotStart: undefined,
    timeSlotEnd: undefined,
    selectedSlotPriceDelta: undefined,
  });
}
