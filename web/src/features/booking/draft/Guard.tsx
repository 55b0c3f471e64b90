// The entry guards of review and payment (first document, section 2): what is missing sends back to the step that asks for it.
import { useState } from 'react';
import { Navigate, Outlet } from 'react-router';
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

/** For /booking/estimate: without a result there is nothing to show. */
export function missingEstimate(draft: BookingDraft): string | null {
  return draft.estimationResult ? null : paths.booking.create;
}

/** Judged once, on entry: a draft that is cleared later (the booking is made) moves nobody. */
export function Guard({ missing }: { missing: (draft: BookingDraft) => string | null }) {
  const [elsewhere] = useState(() => missing(getDraft()));
  return elsewhere ? <Navigate to={elsewhere} replace /> : <Outlet />;
}
