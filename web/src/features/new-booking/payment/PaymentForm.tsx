import { Banknote, CreditCard, ShieldCheck } from 'lucide-react';
import { cash } from '@/api/limits';
import { CardForm } from '@/card/CardForm';
import { formatPence } from '@/shared/money';
import { Banner, ErrorSummary, Segmented } from '@/ui';
import { type Checkout, EarlyStart } from '../checkout';
import type { BookingDraft } from '../draft';
import { CardMandate } from './CardMandate';
import { CouponSection } from './CouponSection';
import { PAYMENT_FORM } from './PayFoot';
import { TermsBox } from './TermsBox';
import type { Payment } from './usePayment';

export interface PaymentFormProps {
  draft: BookingDraft;
  checkout: Checkout;
  payment: Payment;
}

/** Card or cash, a coupon, the terms. */
export function PaymentForm({ draft, checkout, payment }: PaymentFormProps) {
  const { lines, termsAccepted, method, attempt, problems, termsError } = payment;
  const { busy } = checkout.redemption;
  return (
    <>
      <ErrorSummary problems={problems} attempt={attempt} />
      <p className="flex items-center gap-2 text-s text-good">
        <ShieldCheck aria-hidden="true" className="size-5 shrink-0" />
        Free to cancel until a pro is assigned
      </p>
      <form
        id={PAYMENT_FORM}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void payment.submit();
        }}
      >
        <HowToPay checkout={checkout} payment={payment} />
      </form>
      <CouponSection draft={draft} beforeCouponPence={withoutCoupon(lines)} disabled={busy} />
      <div>
        <TermsBox
          method={method}
          checked={termsAccepted}
          onChange={payment.agree}
          error={termsError}
          disabled={busy}
        />
        <EarlyStart draft={draft} />
      </div>
    </>
  );
}

function HowToPay({ checkout, payment }: Pick<PaymentFormProps, 'checkout' | 'payment'>) {
  const { card, setCardMounted, amountPence, free, keepsCard, mayPayCash, method, needsCard, choose } =
    payment;
  const { busy } = checkout.redemption;
  if (free) return <Banner tone="good">Your coupon covers the whole price: there is nothing to pay.</Banner>;
  return (
    <>
      <Segmented
        legend="Payment method"
        name="payment-method"
        value={method}
        disabled={busy}
        options={[
          { value: 'card', label: 'Card', icon: <CreditCard aria-hidden="true" className="size-4" /> },
          {
            value: 'cash',
            label: 'Cash',
            icon: <Banknote aria-hidden="true" className="size-4" />,
            disabled: !mayPayCash,
          },
        ]}
        onChange={choose}
      />
      {!mayPayCash && (
        <p className="num -mt-2 text-s text-muted">
          Cash is possible up to {formatPence(cash.amountPence.maximum)}.
        </p>
      )}
      {needsCard ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <CardForm
            ref={card}
            amountPence={amountPence}
            keepsCard={keepsCard}
            busy={busy}
            refused={checkout.problem?.cardRefused ?? false}
            onMounted={setCardMounted}
          />
          {keepsCard && <CardMandate amountPence={amountPence} />}
          <p className="text-xs text-muted">Payments are processed securely by a card payment provider.</p>
        </div>
      ) : (
        <p className="card">Pay cash on completion. Please prepare {formatPence(amountPence)}.</p>
      )}
    </>
  );
}

function withoutCoupon(lines: Payment['lines']): number {
  return lines.reduce((sum, line) => (line.kind === 'coupon' ? sum : sum + line.amountPence), 0);
}
