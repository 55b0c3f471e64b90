import type { ReactNode } from 'react';
import { WithAlert } from '@/card/CheckoutAlert';
import { useOffline } from '@/shared/connection';
import { Button } from '@/ui';
import type { Checkout } from './useCheckout';

export interface CheckoutButtonProps {
  checkout: Checkout;
  form: string;
  /** Something that has to be loaded or chosen first is there. */
  ready?: boolean;
  /** It stays enabled, and asks for what is missing. */
  incomplete?: boolean;
  icon?: ReactNode;
  children: ReactNode;
}

/** Redeems the signed price; what went wrong stands right above it. */
export function CheckoutButton({
  checkout,
  form,
  ready = true,
  incomplete = false,
  icon,
  children,
}: CheckoutButtonProps) {
  const offline = useOffline();
  const { quoteState, redemption, problem } = checkout;
  const { busy } = redemption;
  // A new signed price is being fetched.
  const waiting = quoteState.loading && !busy && !offline;
  return (
    <WithAlert
      problem={problem}
      retry={
        Boolean(quoteState.error) && (
          <Button size="small" look="quiet" busy={quoteState.loading} onClick={() => void quoteState.renew()}>
            Try again
          </Button>
        )
      }
    >
      <Button
        type="submit"
        form={form}
        busy={busy || waiting}
        busyText={waiting ? 'Checking the price…' : 'Processing…'}
        disabled={offline || !quoteState.quote || !ready}
        aria-disabled={incomplete || undefined}
        icon={icon}
      >
        {children}
      </Button>
    </WithAlert>
  );
}
