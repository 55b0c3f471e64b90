import { serverNow } from '@/shared/session';
import type { BookingDraft } from '../draft';
import { needsEarlyStartConsent } from './earlyStart';

/** The express request that the law asks for when the visit is within the 14 days; the rest stands in the terms. */
export function EarlyStart({ draft }: { draft: BookingDraft }) {
  if (!needsEarlyStartConsent(draft, serverNow())) return null;
  return (
    <p className="text-xs text-muted">
      You ask for the work to start within your 14 days to cancel. Cancel after it has begun and you pay for
      what was done; once the job is done, the right to cancel ends.
    </p>
  );
}
