// Step 4, paying in full: what is bought, what it costs according to a signed quote, and how it is paid. At a desk the price agreement stands
// here as well.
import { Navigate, useNavigate } from 'react-router';
import { paths } from '@/shared/paths';
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
import { ElsewhereNotice, InvitedNotice } from '../draft';
import { BudgetFoot } from '../review/BudgetFoot';
import { BudgetPanel } from '../review/BudgetPanel';
import { OpenPricePanel } from '../review/OpenPricePanel';
import { PriceChoice } from '../review/PriceChoice';
import { usePriceMode } from '../review/priceModes';
import { ReviewDocket } from '../review/ReviewDocket';
import { useBudget } from '../review/useBudget';
import { PayFoot } from './PayFoot';
import { PaymentDocket } from './PaymentDocket';
import { PaymentForm } from './PaymentForm';
import { usePayment } from './usePayment';

/** The review's address leads here at a desk, so Back skips it. */
function useBack(): string {
  return useIsDesk() ? paths.booking.time : paths.booking.review;
}

export function Component() {
  return <WithPrice back={useBack()} show={(priced) => <Payment {...priced} />} />;
}

function Payment({ draft, price, pricing }: PricedDraft) {
  const navigate = useNavigate();
  const desk = useIsDesk();
  const backTo = useBack();
  const { mode, modes, choose: chooseMode } = usePriceMode(draft, price);
  const checkout = useCheckout(draft, mode, price);
  const payment = usePayment(draft, price, checkout);
  const budget = useBudget(price, pricing, checkout);
  const custom = mode === 'CUSTOM';
  const isOpen = mode === 'OPEN';
  const pays = mode === 'AGREE';
  if (!pays && !desk) return <Navigate to={paths.booking.review} replace />;

  const { lines, amountPence, problems } = payment;
  const back = () => navigate(backTo);
  const choose = (next: PriceMode) => {
    chooseMode(next);
    checkout.redemption.dismiss();
  };
  return (
    <BookingLayout
      title={REVIEW_TITLE}
      step={4}
      onBack={back}
      hasError={Boolean(checkout.problem || (custom && budget.error)) || (pays && problems.length > 0)}
      asideOnPhone="before"
      aside={
        pays ? (
          <PaymentDocket
            draft={draft}
            lines={lines}
            amountPence={amountPence}
            estimate={desk ? price.estimate : undefined}
          />
        ) : (
          <ReviewDocket draft={draft} price={price} mode={mode} />
        )
      }
      foot={
        pays ? (
          <PayFoot payment={payment} checkout={checkout} />
        ) : (
          <BudgetFoot budget={budget} checkout={checkout} isOpen={isOpen} />
        )
      }
    >
      <ElsewhereNotice />
      <InvitedNotice />
      {!isOpen && <BaseChangeNotice change={price.change} />}
      {desk && <PriceChoice mode={mode} modes={modes} totalPence={amountPence} onChange={choose} />}
      {pays && <PaymentForm draft={draft} checkout={checkout} payment={payment} />}
      {custom && <BudgetPanel draft={draft} budget={budget} />}
      {isOpen && <OpenPricePanel draft={draft} budget={budget} />}
      <CheckoutDialogs checkout={checkout} onDecline={back} />
    </BookingLayout>
  );
}
