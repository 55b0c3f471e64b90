// The draft's job as text: issue, address, time.
import { formatSlot } from '@/shared/london';
import type { BookingDraft } from '../draft';

/** 'blocked_drain' → 'Blocked Drain'. */
function titleCase(code: string): string {
  return code.replace(/_/g, ' ').replace(/\b\p{L}/gu, (letter) => letter.toUpperCase());
}

export function issueOf(draft: BookingDraft): string {
  const estimate = draft.estimationResult;
  return estimate?.readable_name || titleCase(draft.problemType ?? 'Repair');
}

export function addressLines(draft: BookingDraft): string {
  const { address } = draft;
  return [address?.line1, address?.line2, address?.postcode].filter(Boolean).join(', ');
}

/** The outward code, which identifies only the area: 'SW1A'. */
export function areaOf(draft: BookingDraft): string {
  const full = draft.address?.postcode.trim().toUpperCase();
  return full ? full.replace(/\s*\d[A-Z]{2}$/, '') : draft.postcodePrefix;
}

export function whenOf(draft: BookingDraft): string {
  if (draft.timeSlotStart && draft.timeSlotEnd) return formatSlot(draft.timeSlotStart, draft.timeSlotEnd);
  return draft.timeSlotLabel ?? '';
}
