// The form of a booking without an agreed price, held by the screen so that its parts can be placed in the layout.
import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { isPricingFailure, type Pricing } from '@/pricing';
import { poundsTyped } from '@/shared/typed';
import type { Checkout, DraftPrice } from '../checkout';
import { type BudgetForm, type BudgetSent, budgetSchema } from './budgetSchema';

export function useBudget(price: DraftPrice, pricing: Pricing, { quoteState, redemption }: Checkout) {
  const total = price.beforeCouponPence;
  const limits = useMemo(() => pricing.shownBook().budget, [pricing]);
  const suggested = String(pricing.budget({ totalPence: total }).defaultGBP);
  const { register, handleSubmit, getValues, setValue, watch, formState } = useForm<
    BudgetForm,
    unknown,
    BudgetSent
  >({
    resolver: zodResolver(budgetSchema(limits)),
    defaultValues: { budget: suggested, method: 'card' },
    // The suggestion follows the price until the client has typed an amount.
    values: { budget: suggested, method: 'card' },
    resetOptions: { keepDirtyValues: true },
    // The error summary takes the focus instead.
    shouldFocusError: false,
  });
  const budget = watch('budget');
  const error = formState.errors.budget?.message;
  return {
    register,
    budget,
    limits,
    method: watch('method'),
    setMethod: (method: BudgetForm['method']) => setValue('method', method, { shouldDirty: true }),
    error,
    problems: error ? [{ field: 'budget', message: error }] : [],
    attempt: formState.submitCount,
    hint: total > 0 ? hintFor(total, budget, pricing) : 'The whole price you would pay, in whole pounds.',
    send: handleSubmit(({ budget: pounds, method }) => {
      if (quoteState.quote) void redemption.send({ mode: 'REQUEST', budgetGBP: pounds, method });
    }),
    /** Whatever stands in the budget's field, which is not shown then. */
    letProsName: (event: FormEvent) => {
      event.preventDefault();
      if (quoteState.quote) void redemption.send({ mode: 'OPEN', method: getValues('method') });
    },
  };
}

export type Budget = ReturnType<typeof useBudget>;

/** Tells the client how close the budget is to the price. */
function hintFor(totalPence: number, budget: string, pricing: Pricing): string {
  try {
    return pricing.budget({ totalPence, budgetGBP: poundsTyped(budget) ?? Number.NaN }).mode === 'near'
      ? 'Close to our estimate: pros are likely to accept.'
      : 'Below our estimate: finding a pro may take longer.';
  } catch (error) {
    if (isPricingFailure(error)) return 'In whole pounds.';
    throw error;
  }
}
