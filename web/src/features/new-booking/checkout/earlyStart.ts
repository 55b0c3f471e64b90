import { addDays, asLondon, londonDay } from '@/shared/london';
import type { BookingDraft } from '../draft';

/** Days in which a consumer may cancel a distance contract (Consumer Contracts Regulations 2013, regulation 30). */
const CANCELLATION_PERIOD = 14;

/** Whether the client must expressly ask for an early start: the visit is within the cancellation period and is not an emergency. */
export function needsEarlyStartConsent(draft: BookingDraft, now: number): boolean {
  if (draft.urgency === 'EMERGENCY') return false;
  if (!draft.timeSlotStart) return true;
  return asLondon(draft.timeSlotStart).day <= addDays(londonDay(now), CANCELLATION_PERIOD);
}
