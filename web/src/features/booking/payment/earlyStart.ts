import { addDays, asLondon, londonDay } from '@/shared/london';
import type { BookingDraft } from '../draft';

/** Days in which a consumer may cancel an agreement made at a distance (Consumer Contracts Regulations 2013, regulation 30). */
const CANCELLATION_PERIOD = 14;

/** Whether the visit falls inside the cancellation period and is no emergency: then the client must ask for the early start (decisions.md 16). */
export function asksForEarlyStart(draft: BookingDraft, now: number): boolean {
  if (draft.urgency === 'EMERGENCY') return false;
  if (!draft.timeSlotStart) return true;
  return asLondon(draft.timeSlotStart).day <= addDays(londonDay(now), CANCELLATION_PERIOD);
}
