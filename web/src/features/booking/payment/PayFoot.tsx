import { Lock } from 'lucide-react';
import { formatPence } from '@/shared/money';
import { Button, Foot } from '@/ui';
import type { PaymentMethod } from './useCheckout';

export const PAYMENT_FORM = 'payment-form';

export interface PayFootProps {
  method: PaymentMethod;
  amountPence: number;
  busy: boolean;
  /** A new signed price is being fetched. */
  renewing: boolean;
  /** Everything except the terms is ready. */
  ready: boolean;
  termsAccepted: boolean;
  offline: boolean;
}

/** The pay button, with the exact amount charged. If only the terms are missing it stays enabled and asks for them. */
export function PayFoot(props: PayFootProps) {
  const { method, amountPence, busy, renewing, ready, termsAccepted, offline } = props;
  const waiting = renewing && !busy && !offline;
  const cash = method === 'cash';
  return (
    <Foot
      action={
        <Button
          type="submit"
          form={PAYMENT_FORM}
          busy={busy || waiting}
          busyText={waiting ? 'Checking the price…' : 'Processing…'}
          disabled={!ready}
          aria-disabled={!termsAccepted || undefined}
          icon={cash ? undefined : <Lock aria-hidden="true" className="size-5" />}
        >
          {label(method, amountPence)}
        </Button>
      }
      hint={hint(props)}
    />
  );
}

function label(method: PaymentMethod, amountPence: number): string {
  if (amountPence === 0) return 'Confirm booking';
  return method === 'cash' ? 'Confirm booking (cash)' : `Pay ${formatPence(amountPence)}`;
}

function hint({ method, amountPence, offline }: PayFootProps): string {
  if (offline) return 'You can go on as soon as you are back online.';
  if (amountPence === 0) return 'Nothing is charged.';
  if (method === 'cash') return 'Nothing is charged now.';
  return 'Held now, charged only when a pro accepts.';
}
