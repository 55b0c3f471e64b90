import * as z from 'zod/mini';

const MESSAGE = 'Please enter your budget.';

/** Whole pounds from £1 to £100,000, as in the pricing module and on the server. */
export const budgetSchema = z.object({
  budget: z.string().check(
    z.trim(),
    z.regex(/^\d{1,12}$/, MESSAGE),
    z.refine((text) => Number(text) >= 1, MESSAGE),
    z.refine((text) => Number(text) <= 100_000, 'Your budget can be at most £100,000.'),
  ),
  method: z.enum(['card', 'cash']),
});

export type BudgetForm = z.infer<typeof budgetSchema>;
