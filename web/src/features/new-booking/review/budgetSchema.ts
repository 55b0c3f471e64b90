import * as z from 'zod/mini';
import type { ShownBook } from '@/pricing';
import { formatPence } from '@/shared/money';

const MESSAGE = 'Please enter your budget.';

/** Whole pounds within the price book's limits, as the pricing module and the server judge it. */
export function budgetSchema({ minimum_pence, maximum_pence }: ShownBook['budget']) {
  return z.object({
    budget: z.string().check(
      z.trim(),
      z.regex(/^\d{1,12}$/, MESSAGE),
      z.refine((text) => Number(text) * 100 >= minimum_pence, MESSAGE),
      z.refine(
        (text) => Number(text) * 100 <= maximum_pence,
        `Your budget can be at most ${formatPence(maximum_pence)}.`,
      ),
    ),
    method: z.enum(['card', 'cash']),
  });
}

export type BudgetForm = z.infer<ReturnType<typeof budgetSchema>>;
