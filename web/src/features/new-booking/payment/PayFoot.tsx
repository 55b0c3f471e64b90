import { Lock } from 'lucide-react';
import { useOffline } from '@/shared/connection';
import { formatPence } from '@/shared/money';
import { Foot } from '@/ui';
import { type Checkout, CheckoutButton } from '../checkout';
import type { Payment } from './usePayment';

export const PAYMENT_FORM = 'payment-form';

/** The pay button, with the exact amount charged. If only the terms are missing it stays enabled and asks for them. */
export function PayFoot({ payment, checkout }: { payment: Payment; checkout: Checkout }) {
  const offline = useOffline();
  return (
    <Foot
      action={
        <CheckoutButton
          checkout={checkout}
          form={PAYMENT_FORM}
          ready={payment.ready}
          incomplete={!payment.termsAccepted}
          icon={payment.needsCard ? <Lock aria-hidden="true" className="size-5" /> : undefined}
        >
          {label(payment)}
        </CheckoutButton>
      }
      hint={hint(payment, offline)}
    />
  );
}

function label({ free, method, amountPence }: Payment): string {
  if (free) return 'Confirm booking';
  return method === 'cash' ? 'Confirm booking (cash)' : `Pay ${formatPence(amountPence)}`;
}

function hint({ free, method }: Payment, offline: boolean): string {
  if (offline) return 'You can go on as soon as you are back online.';
  if (free) return 'Nothing is charged.';
  return method === 'cash' ? 'Nothing is charged now.' : 'Held now, charged only when a pro accepts.';
}
