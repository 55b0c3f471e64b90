// The entry guards of the estimate, review and payment: if something is missing, they redirect to the step that asks for it.
import { useState } from 'react';
import { Navigate, Outlet } from 'react-router';
import { paths } from '@/shared/paths';
import type { BookingDraft } from './schema';
import { getDraft } from './store';

/** The step to go to first, or null if the draft has an estimate, an address and a time. */
export function missingStep(draft: BookingDraft): string | null {
  if (!draft.estimationResult) return paths.booking.estimate;
  if (!draft.address) return paths.booking.address;
  if (!draft.timeSlotId) return paths.booking.time;
  return null;
}

/** For /booking/estimate, which has nothing to show without a result. */
export function missingEstimate(draft: BookingDraft): string | null {
  return draft.estimationResult ? null : paths.booking.create;
}

/** Checks once, on entry: clearing the draft later, when the booking is made, must not redirect. */
export function Guard({ missing }: { missing: (draft: BookingDraft) => string | null }) {
  const [elsewhere] = useState(() => missing(getDraft()));
  return elsewhere ? <Navigate to={elsewhere} replace /> : <Outlet />;
}
