// The entry guards of review and payment (first document, section 2): what is missing sends back to the step that asks for it.
import { redirect } from 'react-router';
import { paths } from '@/shared/paths';
import type { BookingDraft } from './schema';
import { getDraft } from './store';

/** Where to go first, or null when the draft has an estimate, an address and a time. */
export function missingStep(draft: BookingDraft): string | null {
  if (!draft.estimationResult) return paths.booking.estimate;
  if (!draft.address) return paths.booking.address;
  if (!draft.timeSlotId) return paths.booking.time;
  return null;
}

/** Route loader for /booking/review and /booking/payment. */
export function requireReadyDraft(): Response | null {
  const missing = missingStep(getDraft());
  return missing ? redirect(missing) : null;
}

/** Route loader for /booking/estimate: without a result there is nothing to show. */
export function requireEstimate(): Response | null {
  return getDraft().estimationResult ? null : redirect(paths.booking.create);
}
