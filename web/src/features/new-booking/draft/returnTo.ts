// 'Edit' from the review or the payment opens a step with `?return=`: the step then leads straight back instead of on through the journey.
import { useNavigate, useSearchParams } from 'react-router';
import { paths, withQuery } from '@/shared/paths';
import { missingStep } from './Guard';
import { getDraft } from './store';

const places = { review: paths.booking.review, payment: paths.booking.payment };

export type ReturnTo = keyof typeof places;

/** The step, opened to change one thing. */
export function editPath(step: string, returnTo: ReturnTo): string {
  return withQuery(step, { return: returnTo });
}

/** Where a step leads: on to the next, or back to where it was opened from. */
export function useStepOrder() {
  const navigate = useNavigate();
  const wanted = useSearchParams()[0].get('return');
  const returnTo: ReturnTo | null = wanted === 'review' || wanted === 'payment' ? wanted : null;
  return {
    returnTo,
    /** A step on the way that keeps the way back. */
    via: (step: string) => (returnTo ? editPath(step, returnTo) : step),
    /** A change may have broken something that the review or the payment needs, such as the time: that step comes first. */
    goOn: (next: string, { replace = false } = {}) => {
      if (!returnTo) return navigate(next, { replace });
      const missing = missingStep(getDraft());
      return navigate(missing ? editPath(missing, returnTo) : places[returnTo], { replace: true });
    },
    goBack: (previous: string) => navigate(returnTo ? places[returnTo] : previous),
  };
}
