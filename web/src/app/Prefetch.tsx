import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useDraft } from '@/features/new-booking/draft';

/** What is on the screen is painted first. */
const LATER = 500;

/** Fetches the code of the next step while the person is at this one, so that going on answers at once, on a slow line too. */
export function Prefetch({ following }: { following: Record<string, { prefetch: () => void } | undefined> }) {
  const { pathname } = useLocation();
  // Somebody without an estimate is not going anywhere yet.
  const ready = useDraft().estimationResult !== undefined;
  const next = following[pathname];
  useEffect(() => {
    if (!ready || !next) return;
    const timer = setTimeout(next.prefetch, LATER);
    return () => clearTimeout(timer);
  }, [ready, next]);
  return null;
}
