// Step 4, the price agreement: pay the estimate by card now, or suggest a budget that a pro is asked to accept.
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { Pricing } from '@/pricing';
import { paths } from '@/shared/paths';
import { Banner, BookingLayout, Button, Skeleton } from '@/ui';
import { BaseChangeNotice, type DraftPrice, isBookingBlocked, useDraftPrice } from '../checkout';
import { type BookingDraft, updateDraft, useDraft } from '../draft';
import { AgreeFoot } from './AgreeFoot';
import { BudgetFoot, BudgetPanel, useBudget } from './BudgetPanel';
import { PriceChoice, type PriceMode } from './PriceChoice';
import { ReviewDocket } from './ReviewDocket';

const TITLE = 'Review & Pay';
const NO_PRICE = 'Something went wrong with the price.';

export function Component() {
  const draft = useDraft();
  const navigate = useNavigate();
  const pricing = useDraftPrice(draft);
  const back = () => navigate(paths.booking.time);

  if (isBookingBlocked(draft)) return <Navigate to={paths.booking.create} replace />;
  if (pricing.state === 'ready')
    return <Review draft={draft} price={pricing.price} pricing={pricing.pricing} onBack={back} />;
  return (
    <BookingLayout title={TITLE} step={4} onBack={back} hasError={pricing.state !== 'loading'}>
      {pricing.state === 'loading' && <Skeleton className="h-52" label="Loading your price" />}
      {pricing.state === 'refused' && (
        <Banner tone="bad" role="alert">
          {NO_PRICE} {pricing.message}
        </Banner>
      )}
      {pricing.state === 'failed' && (
        <Banner
          tone="bad"
          role="alert"
          actions={
            <Button size="small" look="quiet" onClick={pricing.retry}>
              Try again
            </Button>
          }
        >
          {NO_PRICE}
        </Banner>
      )}
    </BookingLayout>
  );
}

interface ReviewProps {
  draft: BookingDraft;
  price: DraftPrice;
  pricing: Pricing;
  onBack: () => void;
}

function Review({ draft, price, pricing, onBack }: ReviewProps) {
  const [chosen, setChosen] = useState<PriceMode>('AGREE');
  const [broken, setBroken] = useState(false);
  const navigate = useNavigate();
  const budget = useBudget(draft, price, pricing);
  const mode = price.budgetOnly ? 'CUSTOM' : chosen;

  const agree = () => {
    if (price.beforeCouponPence <= 0) return setBroken(true);
    updateDraft({
      finalQuote: { mode: 'PAID', amountGBP: price.beforeCouponPence / 100 },
      manualQuoteMode: false,
      highIntentNoPrepay: false,
    });
    navigate(paths.booking.payment);
  };

  // One layout for both choices: swapping it would take the focus away from the choice just made.
  const custom = mode === 'CUSTOM';
  return (
    <BookingLayout
      title={TITLE}
      step={4}
      onBack={onBack}
      hasError={broken || (custom && Boolean(budget.error))}
      aside={<ReviewDocket draft={draft} price={price} />}
      asideOnPhone="before"
      foot={custom ? <BudgetFoot budget={budget} /> : <AgreeFoot price={price} onAgree={agree} />}
    >
      <BaseChangeNotice change={price.baseChange} />
      <PriceChoice mode={mode} budgetOnly={price.budgetOnly} price={price} onChange={setChosen} />
      {broken && (
        <Banner tone="bad" role="alert">
          {NO_PRICE}
        </Banner>
      )}
      {custom && <BudgetPanel budget={budget} />}
    </BookingLayout>
  );
}
