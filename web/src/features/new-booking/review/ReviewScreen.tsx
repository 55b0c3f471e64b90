// Step 4 on phones, the price agreement: go on to pay the price, suggest a budget that a pro is asked to accept, or let pros name a price. At a desk the
// payment step shows the same choice beside the card.
import { useEffect, useTransition } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { paths } from '@/shared/paths';
import { whenIdle } from '@/shared/whenIdle';
import { BookingLayout, useIsDesk } from '@/ui';
import {
  BaseChangeNotice,
  CheckoutDialogs,
  type PricedDraft,
  type PriceMode,
  REVIEW_TITLE,
  useCheckout,
  WithPrice,
} from '../checkout';
import { ElsewhereNotice, InvitedNotice, updateDraft } from '../draft';
import { AgreeFoot } from './AgreeFoot';
import { BudgetFoot } from './BudgetFoot';
import { BudgetPanel } from './BudgetPanel';
import { OpenPricePanel } from './OpenPricePanel';
import { PriceChoice } from './PriceChoice';
import { usePriceMode } from './priceModes';
import { ReviewDocket } from './ReviewDocket';
import { useBudget } from './useBudget';

export function Component() {
  const desk = useIsDesk();
  if (desk) return <Navigate to={paths.booking.payment} replace />;
  return <WithPrice back={paths.booking.time} show={(priced) => <Review {...priced} />} />;
}

function Review({ draft, price, pricing }: PricedDraft) {
  const navigate = useNavigate();
  const { mode, modes, choose: chooseMode } = usePriceMode(draft, price);
  const [leaving, startLeaving] = useTransition();
  const custom = mode === 'CUSTOM';
  const isOpen = mode === 'OPEN';
  const books = custom || isOpen;
  const checkout = useCheckout(draft, mode, books ? price : undefined);
  const budget = useBudget(price, pricing, checkout);
  const back = () => navigate(paths.booking.time);

  useEffect(() => whenIdle(() => void import('../payment/PaymentScreen').catch(() => {})), []);

  const choose = (next: PriceMode) => {
    chooseMode(next);
    checkout.redemption.dismiss();
  };
  const agree = () => {
    updateDraft({
      finalQuote: { mode: 'PAID', amountGBP: price.beforeCouponPence / 100 },
      manualQuoteMode: false,
      highIntentNoPrepay: false,
    });
    startLeaving(() => void navigate(paths.booking.payment));
  };

  // One layout for both choices: swapping it would take the focus away from the choice just made.
  return (
    <BookingLayout
      title={REVIEW_TITLE}
      step={4}
      onBack={back}
      hasError={books && Boolean((custom && budget.error) || checkout.problem)}
      aside={<ReviewDocket draft={draft} price={price} mode={mode} />}
      asideOnPhone="before"
      foot={
        books ? (
          <BudgetFoot budget={budget} checkout={checkout} isOpen={isOpen} />
        ) : (
          <AgreeFoot price={price} leaving={leaving} onAgree={agree} />
        )
      }
    >
      <ElsewhereNotice />
      <InvitedNotice />
      {!isOpen && <BaseChangeNotice change={price.change} />}
      <PriceChoice mode={mode} modes={modes} totalPence={price.beforeCouponPence} onChange={choose} />
      {custom && <BudgetPanel draft={draft} budget={budget} />}
      {isOpen && <OpenPricePanel draft={draft} budget={budget} />}
      <CheckoutDialogs checkout={checkout} onDecline={back} />
    </BookingLayout>
  );
}
