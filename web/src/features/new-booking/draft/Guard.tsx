// The entry guards of the estimate, review and payment: if something is missing, they redirect to the step that asks for it. What another tab
// did meanwhile, or a booking already made, is said instead.
import { lazy, useState } from 'react';
import { Navigate, Outlet } from 'react-router';
import { fetchCode } from '@/shared/code';
import { paths } from '@/shared/paths';
import { isSignedIn, useSession } from '@/shared/session';
import type { BookingDraft } from './schema';
import { useDraft, useElsewhere } from './store';

const Interrupted = lazy(async () => {
  const file = await fetchCode(() => import('../checkout/Interrupted'));
  return { default: file.Interrupted };
});

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

/** Redirects on entry only. Later this tab may clear something on its way to another step, and must not be redirected; what another tab
 *  cleared is said. */
export function Guard({ missing }: { missing: (draft: BookingDraft) => string | null }) {
  const draft = useDraft();
  const elsewhere = useElsewhere();
  const session = useSession();
  const [onEntry] = useState(() => ({ missing: missing(draft), signedIn: isSignedIn() }));
  const now = missing(draft);
  if (now && draft.booked && draft.description === '')
    return <Interrupted bookingId={draft.booked.bookingId} />;
  if (onEntry.missing) return <Navigate to={onEntry.missing} replace />;
  if (now && elsewhere) return <Interrupted missing={now} loggedOut={onEntry.signedIn && !session} />;
  return <Outlet />;
}
