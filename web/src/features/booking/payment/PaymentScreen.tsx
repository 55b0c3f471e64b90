// Step 4, paying in full: what is bought, what it costs according to a signed quote, and how it is paid.
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { paths } from '@/shared/paths';
import { Banner, BookingLayout, Button, Skeleton } from '@/ui';
import { isBookingBlocked, useDraftPrice, useQuote } from '../checkout';
import { missingStep, useDraft } from '../draft';
import { PaymentForm } from './PaymentForm';
import { isPaying, noPayment } from './useCheckout';

export function Component() {
  const draft = useDraft();
  const navigate = useNavigate();
  const pricing = useDraftPrice(draft);
  // Also checked while the screen is open: the slot may be taken, or another tab may finish the booking.
  const missing = missingStep(draft);
  const payable = pricing.state === 'ready' && !pricing.price.budgetOnly && !missing;
  const price = payable ? pricing.price : undefined;
  const [inProgress] = useState(noPayment);
  const quoteState = useQuote(draft, {
    price,
    couponCode: draft.couponCode,
    isPaying: () => isPaying(inProgress),
  });

  if (missing) return <Navigate to={missing} replace />;
  if (isBookingBlocked(draft)) return <Navigate to={paths.booking.create} replace />;
  if (pricing.state === 'ready' && pricing.price.budgetOnly)
    return <Navigate to={paths.booking.review} replace />;
  if (price)
    return <PaymentForm draft={draft} price={price} quoteState={quoteState} inProgress={inProgress} />;

  const retry = pricing.state === 'failed' && (
    <Button size="small" look="quiet" onClick={pricing.retry}>
      Try again
    </Button>
  );
  return (
    <BookingLayout title="Review & Pay" step={4} onBack={() => navigate(paths.booking.review)}>
      {pricing.state === 'loading' ? (
        <Skeleton className="h-64" label="Loading your price" />
      ) : (
        <Banner tone="bad" role="alert" actions={retry}>
          Something went wrong with the price. {pricing.state === 'refused' && pricing.message}
        </Banner>
      )}
    </BookingLayout>
  );
}
