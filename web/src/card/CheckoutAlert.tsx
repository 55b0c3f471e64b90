import type { ReactNode } from 'react';
import { Banner } from '@/ui';
import type { CheckoutProblem } from './handle';

/** For the aria-describedby of the field it is about. */
export const CHECKOUT_ALERT = 'checkout-alert';

/** The button of a checkout with what went wrong right above it, which is always rendered, so that screen readers announce its text when it
 *  appears. */
export function WithAlert({
  problem,
  retry,
  children,
}: {
  problem: CheckoutProblem | null;
  /** A button to ask again for what could not be fetched. */
  retry?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-4">
      <div role="alert" id={CHECKOUT_ALERT} className="empty:-mt-4">
        {problem && (
          <Banner tone="bad" actions={retry}>
            {problem.text} {problem.advice && <span className="font-normal">{problem.advice}</span>}
          </Banner>
        )}
      </div>
      {children}
    </div>
  );
}
