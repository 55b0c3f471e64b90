import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { isPricingFailure, type Pricing } from '@/pricing';
import { useOffline } from '@/shared/connection';
import { formatPounds } from '@/shared/money';
import { paths } from '@/shared/paths';
import { Banner, Button, Field, Foot, Segmented, TextInput } from '@/ui';
import { type DraftPrice, PhotoDialog, PriceChangedDialog } from '../checkout';
import type { BookingDraft } from '../draft';
import { type BudgetForm, budgetSchema } from './budgetSchema';
import { useRequestBudget } from './useRequestBudget';

const FORM = 'budget-form';

/** The budget's form and its submission, held by the screen so that the form's parts can be placed in its layout. */
export function useBudget(draft: BookingDraft, price: DraftPrice, pricing: Pricing) {
  const total = price.beforeCouponPence;
  const limits = useMemo(() => pricing.shownBook().budget, [pricing]);
  const request = useRequestBudget(draft, price);
  const { register, handleSubmit, setValue, watch, formState } = useForm<BudgetForm>({
    resolver: zodResolver(budgetSchema(limits)),
    defaultValues: { budget: String(pricing.budget({ totalPence: total }).defaultGBP), method: 'card' },
  });
  const budget = watch('budget');
  return {
    request,
    register,
    budget,
    limits,
    method: watch('method'),
    setMethod: (method: BudgetForm['method']) => setValue('method', method),
    error: formState.errors.budget?.message,
    hint: total > 0 ? hintFor(total, budget, pricing) : 'The whole price you would pay, in whole pounds.',
    send: handleSubmit((form) => request.send({ budgetGBP: Number(form.budget), method: form.method })),
  };
}

export type Budget = ReturnType<typeof useBudget>;

export function BudgetFoot({ budget: { budget, method, request } }: { budget: Budget }) {
  const offline = useOffline();
  return (
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
  );
}

/** 'Suggest my budget': the amount, how it will be paid, and any question to answer first. */
export function BudgetPanel({
  budget: { request, register, limits, method, setMethod, error, hint, send },
}: {
  budget: Budget;
}) {
  return (
    <>
      <form id={FORM} onSubmit={send} noValidate className="card grid gap-4">
        <Field id="budget" label="Your budget in pounds" error={error} hint={hint}>
          <TextInput
            {...register('budget')}
            type="number"
            inputMode="numeric"
            min={limits.minimum_pence / 100}
            max={limits.maximum_pence / 100}
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
          onChange={setMethod}
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
        onDecline={request.declineChange}
      />
      <PhotoDialog
        open={request.photoFailed}
        onClose={request.closePhoto}
        onRetry={request.retryPhoto}
        onWithout={request.withoutPhoto}
      />
    </>
  );
}

/** Tells the client how close the budget is to the estimate. */
function hintFor(totalPence: number, budget: string, pricing: Pricing): string {
  try {
    return pricing.budget({ totalPence, budgetGBP: Number(budget) }).mode === 'near'
      ? 'Close to our estimate: pros are likely to accept.'
      : 'Below our estimate: finding a pro may take longer.';
  } catch (error) {
    if (isPricingFailure(error)) return 'In whole pounds.';
    throw error;
  }
}
