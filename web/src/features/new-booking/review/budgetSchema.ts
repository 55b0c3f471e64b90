import * as z from 'zod/mini';
import type { ShownBook } from '@/pricing';
import { formatPence } from '@/shared/money';
import { refuse } from '@/shared/textRules';
import { poundsMessage, poundsTyped } from '@/shared/typed';

const MESSAGE = 'Please enter your budget.';

/** Whole pounds within the price book's limits, as the pricing module and the server judge it. */
export function budgetSchema({ minimum_pence, maximum_pence }: ShownBook['budget']) {
  return z.object({
    budget: z.pipe(
      z.string(),
      z.transform((typed, context) => {
        const pounds = poundsTyped(typed);
        if (pounds === undefined || pounds * 100 < minimum_pence)
          refuse(context, typed, poundsMessage(MESSAGE, typed));
        else if (pounds * 100 > maximum_pence)
          refuse(context, typed, `Your budget can be at most ${formatPence(maximum_pence)}.`);
        return pounds ?? 0;
      }),
    ),
    method: z.enum(['card', 'cash']),
  });
}

type Schema = ReturnType<typeof budgetSchema>;

/** As typed. */
export type BudgetForm = z.input<Schema>;
/** As sent: pounds. */
export type BudgetSent = z.output<Schema>;
