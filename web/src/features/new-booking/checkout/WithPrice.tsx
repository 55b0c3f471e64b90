// What review and payment share: the draft with its price, or what is said without one.
import { type ReactNode, useEffect } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { Pricing } from '@/pricing';
import { paths } from '@/shared/paths';
import { Banner, BookingLayout, Button, Skeleton } from '@/ui';
import { type BookingDraft, useDraft } from '../draft';
import { isBookable } from '../estimate/pricing';
import type { DraftPrice } from './draftPrice';
import { describeAnew, isBookingBlocked } from './redirects';
import { type DraftPriceState, useDraftPrice } from './useDraftPrice';
import { useLostAnswer } from './useLostAnswer';

export const REVIEW_TITLE = 'Review & Pay';

export interface PricedDraft {
  draft: BookingDraft;
  price: DraftPrice;
  pricing: Pricing;
}

export function WithPrice({ back, show }: { back: string; show: (priced: PricedDraft) => ReactNode }) {
  const draft = useDraft();
  const navigate = useNavigate();
  const state = useDraftPrice(draft);
  // A newer price book may ask about a danger that the older one did not see.
  const open = state.state === 'ready' && !isBookable(state.price.estimate);
  useEffect(() => {
    if (open) describeAnew(navigate);
  }, [open, navigate]);
  useLostAnswer();
  if (isBookingBlocked(draft)) return <Navigate to={paths.booking.create} replace />;
  if (state.state === 'ready' && !open && hasPrice(state.price))
    return show({ draft, price: state.price, pricing: state.pricing });
  const loading = open || state.state === 'loading';
  return (
    <BookingLayout title={REVIEW_TITLE} step={4} onBack={() => navigate(back)} hasError={!loading}>
      {loading ? <Skeleton className="h-52" label="Loading your price" /> : <NoPrice state={state} />}
    </BookingLayout>
  );
}

function hasPrice(price: DraftPrice): boolean {
  return price.isOpen || price.beforeCouponPence > 0;
}

function NoPrice({ state }: { state: DraftPriceState }) {
  const retry = state.state === 'failed' && (
    <Button size="small" look="quiet" onClick={state.retry}>
      Try again
    </Button>
  );
  return (
    <Banner tone="bad" role="alert" actions={retry}>
      Something went wrong with the price. {state.state === 'refused' && state.message}
    </Banner>
  );
}
