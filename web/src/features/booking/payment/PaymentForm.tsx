import { Banknote, CreditCard } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useOffline } from '@/shared/connection';
import { formatPence } from '@/shared/money';
import { paths } from '@/shared/paths';
import { serverNow } from '@/shared/session';
import { Banner, BookingLayout, Segmented } from '@/ui';
import {
  BaseChangeNotice,
  type DraftPrice,
  PhotoDialog,
  PriceChangedDialog,
  type QuoteState,
  redirectOn,
} from '../checkout';
import type { BookingDraft } from '../draft';
import { CouponSection } from './CouponSection';
import { CardForm } from './card/CardForm';
import type { CardHandle } from './card/handle';
import { needsEarlyStartConsent } from './earlyStart';
import { PAYMENT_FORM, PayFoot } from './PayFoot';
import { PaymentDocket } from './PaymentDocket';
import { QuoteProblem } from './QuoteProblem';
import { TermsBox } from './TermsBox';
import { type PaymentInProgress, type PaymentMethod, useCheckout } from './useCheckout';

const TERMS_MISSING = 'Please accept the terms to continue.';

export interface PaymentFormProps {
  draft: BookingDraft;
  price: DraftPrice;
  quoteState: QuoteState;
  inProgress: PaymentInProgress;
}

export function PaymentForm({ draft, price, quoteState, inProgress }: PaymentFormProps) {
  const navigate = useNavigate();
  const offline = useOffline();
  const card = useRef<CardHandle>(null);
  const [chosen, setChosen] = useState<PaymentMethod>('card');
  const [cardMounted, setCardMounted] = useState(false);
  // Each payment method has its own terms box to tick.
  const [agreed, setAgreed] = useState<PaymentMethod | null>(null);
  const [termsMissing, setTermsMissing] = useState(false);
  const { quote, changed, error } = quoteState;

  const lines = quote?.lines ?? price.lines;
  const amountPence = quote?.amountPence ?? price.amountPence;
  const free = amountPence === 0;
  // With nothing to pay, no card or cash is needed.
  const method = free ? 'card' : chosen;
  const checkout = useCheckout({ draft, quoteState, method, card, inProgress });
  const { busy } = checkout;
  const needsCard = method === 'card' && !free;
  const termsAccepted = agreed === method;
  const ready = Boolean(quote) && !offline && (!needsCard || cardMounted);

  // A slot that is gone or a booking that already exists is dealt with on another page.
  useEffect(() => {
    if (error) redirectOn(error, navigate);
  }, [error, navigate]);

  const submit = () => {
    setTermsMissing(!termsAccepted);
    if (termsAccepted && ready) void checkout.pay();
  };
  const choose = (next: PaymentMethod) => {
    setChosen(next);
    setTermsMissing(false);
    checkout.clearProblem();
  };

  return (
    <BookingLayout
      title="Review & Pay"
      step={4}
      onBack={() => navigate(paths.booking.review)}
      hasError={termsMissing || Boolean(checkout.problem)}
      asideOnPhone="before"
      aside={
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <PaymentDocket draft={draft} lines={lines} amountPence={amountPence} />
          <CouponSection draft={draft} beforeCouponPence={withoutCoupon(lines)} disabled={busy} />
        </div>
      }
      foot={
        <PayFoot
          method={method}
          amountPence={amountPence}
          busy={busy}
          renewing={quoteState.loading}
          ready={ready}
          termsAccepted={termsAccepted}
          offline={offline}
        />
      }
    >
      <BaseChangeNotice change={price.baseChange} />
      <form
        id={PAYMENT_FORM}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {!free && (
          <Segmented
            legend="Payment method"
            name="payment-method"
            value={method}
            disabled={busy}
            options={[
              { value: 'card', label: 'Card', icon: <CreditCard aria-hidden="true" className="size-4" /> },
              { value: 'cash', label: 'Cash', icon: <Banknote aria-hidden="true" className="size-4" /> },
            ]}
            onChange={choose}
          />
        )}
        {free && <Banner tone="good">Your coupon covers the whole price: there is nothing to pay.</Banner>}
        {needsCard && (
          <div className="grid gap-2">
            <CardForm ref={card} amountPence={amountPence} busy={busy} onMounted={setCardMounted} />
            <p className="text-xs text-muted">Payments are processed securely by a card payment provider.</p>
          </div>
        )}
        {method === 'cash' && (
          <p className="card">Pay cash on completion. Please prepare {formatPence(amountPence)}.</p>
        )}
        <TermsBox
          method={method}
          checked={termsAccepted}
          onChange={(checked) => {
            setAgreed(checked ? method : null);
            setTermsMissing(!checked);
          }}
          error={termsMissing ? TERMS_MISSING : undefined}
          earlyStart={needsEarlyStartConsent(draft, serverNow())}
          disabled={busy}
        />
        <QuoteProblem quoteState={quoteState} />
        {checkout.problem && (
          <Banner tone="bad" role="alert">
            {checkout.problem}
          </Banner>
        )}
      </form>
      <PriceChangedDialog
        changed={changed}
        onAccept={quoteState.accept}
        onDecline={() => navigate(paths.booking.review)}
      />
      <PhotoDialog
        open={checkout.photoFailed}
        onClose={checkout.closePhoto}
        onRetry={() => void checkout.pay()}
        onWithout={() => void checkout.pay(false)}
      />
    </BookingLayout>
  );
}

function withoutCoupon(lines: DraftPrice['lines']): number {
  return lines.reduce((sum, line) => (line.kind === 'coupon' ? sum : sum + line.amountPence), 0);
}
