import * as z from 'zod/mini';
import { offerAnswer } from '@/api/limits';
import { formatPence } from '@/shared/money';
import { optional } from '@/shared/textRules';

export const LONGEST_MESSAGE = offerAnswer.message.maxLength;

export interface ProposalForm {
  direction: 'more' | 'less';
  pounds: string;
  message: string;
}

/** The most by which a price may change, in pounds: half of it, either way. */
export function mostPounds(pricePence: number): number {
  return Math.floor(pricePence / 200);
}

/** The change as typed, in pounds; undefined if it is no whole number from 1 to `most`. */
export function deltaOf(
  { direction, pounds }: Pick<ProposalForm, 'direction' | 'pounds'>,
  most: number,
): number | undefined {
  const digits = pounds.replace(/[\s£]/g, '');
  const amount = Number(digits);
  if (!/^\d{1,6}$/.test(digits) || amount < 1 || amount > most) return undefined;
  return direction === 'more' ? amount : -amount;
}

/** With the server's limits; what it returns is what is sent. */
export function proposalSchema(most: number) {
  return z.pipe(
    z.object({
      direction: z.enum(['more', 'less']),
      pounds: z.string(),
      message: optional(LONGEST_MESSAGE),
    }),
    z.transform(({ message, ...change }, context) => {
      const delta = deltaOf(change, most);
      if (delta === undefined)
        context.issues.push({
          code: 'custom',
          input: change.pounds,
          path: ['pounds'],
          message: `Enter whole pounds, from £1 to ${formatPence(most * 100)}.`,
        });
      return { price_delta: delta ?? 0, message };
    }),
  );
}
