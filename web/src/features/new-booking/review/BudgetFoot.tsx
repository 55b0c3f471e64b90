import { Link } from 'react-router';
import { useOffline } from '@/shared/connection';
import { formatPounds } from '@/shared/money';
import { paths } from '@/shared/paths';
import { Foot } from '@/ui';
import { type Checkout, CheckoutButton } from '../checkout';
import type { Budget } from './useBudget';

export const BUDGET_FORM = 'budget-form';

export interface BudgetFootProps {
  budget: Budget;
  checkout: Checkout;
  /** Pros name the price, so there is none to show. */
  isOpen: boolean;
}

export function BudgetFoot({ budget: { budget, method }, checkout, isOpen }: BudgetFootProps) {
  const offline = useOffline();
  const shown = {
    label: 'Your budget',
    total: /^\d{1,6}$/.test(budget) ? formatPounds(Number(budget)) : '–',
    note: method === 'card' ? 'Card, after a pro accepts' : 'Cash on completion',
  };
  return (
    <Foot
      {...(!isOpen && shown)}
      action={
        <CheckoutButton checkout={checkout} form={BUDGET_FORM}>
          Request & Book
        </CheckoutButton>
      }
      hint={
        offline ? (
          'You can send your booking as soon as you are back online.'
        ) : (
          <>
            By booking you agree to the{' '}
            <Link to={paths.cancellation} target="_blank" className="link">
              Terms and Cancellation Policy
            </Link>
            .
          </>
        )
      }
    />
  );
}
