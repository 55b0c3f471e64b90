import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { usePricing } from '@/pricing';
import { useOffline } from '@/shared/connection';
import { formatPounds } from '@/shared/money';
import { paths } from '@/shared/paths';
import {
  Banner,
  BookingLayout,
  type BookingLayoutProps,
  Button,
  Field,
  Foot,
  Segmented,
  TextInput,
} from '@/ui';
import { type DraftPrice, PhotoDialog, PriceChangedDialog } from '../checkout';
import type { BookingDraft } from '../draft';
import { type BudgetForm, budgetSchema } from './budgetSchema';
import { useRequestBudget } from './useRequestBudget';

const FORM = 'budget-form';

export interface BudgetPanelProps {
  draft: BookingDraft;
  price: DraftPrice;
  /** What the layout gets besides the foot. */
  frame: Omit<BookingLayoutProps, 'foot' | 'children' | 'hasError'>;
  /** Stands above the form. */
  top: ReactNode;
}

/** 'Suggest my budget': the amount, how it will be paid, and the request itself. */
export function BudgetPanel({ draft, price, frame, top }: BudgetPanelProps) {
  const { data: pricing } = usePricing();
  const offline = useOffline();
  const total = price.beforeCouponPence;
  const request = useRequestBudget(draft, price);
  const { register, handleSubmit, setValue, watch, formState } = useForm<BudgetForm>({
    resolver: zodResolver(budgetSchema),
    defaultValues: { budget: String(pricing?.budget(total).defaultGBP ?? ''), method: 'card' },
  });
  const error = formState.errors.budget?.message;
  const budget = watch('budget');
  const method = watch('method');
  const send = handleSubmit((form) => request.send({ budgetGBP: Number(form.budget), method: form.method }));

  return (
    <BookingLayout
      {...frame}
      hasError={Boolean(error)}
      foot={
        <Foot
          label="Your budget"
          total={/^\d{1,6}$/.test(budget) ? formatPounds(Number(budget)) : '–'}
          note={method === 'card' ? 'Card, after a pro accepts' : 'Cash on completion'}
          action={
            <Button type="submit" form={FORM} busy={request.busy} busyText="Processing…" disabled={offline}>
              Request & Book
            </Button>
          }
          hint={
            offline ? (
              'You can send your request as soon as you are back online.'
            ) : (
              <>
                By requesting you agree to the{' '}
                <Link to={paths.cancellation} target="_blank" className="link">
                  Terms and Cancellation Policy
                </Link>
                .
              </>
            )
          }
        />
      }
    >
      {top}
      <form id={FORM} onSubmit={send} noValidate className="card grid gap-4">
        <Field
          id="budget"
          label="Your budget in pounds"
          error={error}
          hint={
            total > 0 ? hintFor(total, budget, pricing) : 'The whole price you would pay, in whole pounds.'
          }
        >
          <TextInput
            {...register('budget')}
            type="number"
            inputMode="numeric"
            min={1}
            max={100_000}
            step={1}
            className="num"
          />
        </Field>
        <Segmented
          legend="How will you pay?"
          legendShown
          name="budget-method"
          value={method}
          options={[
            { value: 'card', label: 'Card after a pro accepts' },
            { value: 'cash', label: 'Cash' },
          ]}
          onChange={(next) => setValue('method', next)}
        />
        {request.problem && (
          <Banner tone="bad" role="alert">
            {request.problem}
          </Banner>
        )}
      </form>
      <PriceChangedDialog
        changed={request.changed}
        onAccept={request.acceptChange}
        onRefuse={request.refuseChange}
      />
      <PhotoDialog
        open={request.photoFailed}
        onClose={request.closePhoto}
        onRetry={request.retryPhoto}
        onWithout={request.withoutPhoto}
      />
    </BookingLayout>
  );
}

/** Whether pros will find the budget near the estimate. */
function hintFor(totalPence: number, budget: string, pricing: ReturnType<typeof usePricing>['data']): string {
  const named = Number(budget);
  if (!pricing || !Number.isInteger(named) || named < 1 || named > 100_000) return 'In whole pounds.';
  return pricing.budget(totalPence, named).mode === 'near'
    ? 'Close to our estimate: pros are likely to accept.'
    : 'Below our estimate: finding a pro may take longer.';
}
