// The form of a withdrawal, with the server's limits; what the schema returns is what is sent.
import * as z from 'zod/mini';
import type { WithdrawalRequest } from '@/api/payouts';
import { formatPence, poundsToPence } from '@/shared/money';

export interface WithdrawalForm {
  pounds: string;
}

/** '40', '42.50' or '£1,000', in pence; undefined for anything else. */
export function penceOf(typed: string): number | undefined {
  const text = typed.replace(/[\s£]/g, '');
  if (!/^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(text)) return undefined;
  return poundsToPence(Number(text.replaceAll(',', '')));
}

/** From `least` to `most` pence. */
export function withdrawalSchema(least: number, most: number) {
  return z.pipe(
    z.object({ pounds: z.string() }),
    z.transform(({ pounds }, context): WithdrawalRequest => {
      const amountPence = penceOf(pounds) ?? 0;
      if (amountPence < least || amountPence > most)
        context.issues.push({
          code: 'custom',
          input: pounds,
          path: ['pounds'],
          message: `Enter an amount from ${formatPence(least)} to ${formatPence(most)}.`,
        });
      return { amountPence };
    }),
  );
}
