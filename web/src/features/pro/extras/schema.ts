// The form for extra work, with the server's limits; what it returns is what is sent.
import * as z from 'zod/mini';
import { extraLine, newChangeOrder } from '@/api/limits';
import { formatPence } from '@/shared/money';
import { optional } from '@/shared/textRules';
import { penceTyped } from '@/shared/typed';

export const MOST_LINES = newChangeOrder.lines.maxItems;
export const LONGEST_NOTE = newChangeOrder.note.maxLength;
const { minLength: SHORTEST_TEXT, maxLength: LONGEST_TEXT } = extraLine.text;
/** Pence. */
const LEAST = extraLine.amountPence.minimum;

export interface LineForm {
  kind: 'labour' | 'parts';
  text: string;
  /** Pounds, as typed. */
  amount: string;
}

export interface ExtraForm {
  lines: LineForm[];
  note: string;
}

export const emptyLine: LineForm = { kind: 'labour', text: '', amount: '' };

/** What the lines come to as far as they are typed, pence. */
export function sumTyped(lines: readonly LineForm[]): number {
  return lines.reduce((sum, { amount }) => sum + (penceTyped(amount) ?? 0), 0);
}

const line = z.pipe(
  z.object({
    kind: z.enum(['labour', 'parts']),
    text: z.string().check(
      z.trim(),
      z.refine<string>((text) => {
        const length = [...text].length;
        return length >= SHORTEST_TEXT && length <= LONGEST_TEXT;
      }, `Say what it is in ${SHORTEST_TEXT} to ${LONGEST_TEXT} characters.`),
    ),
    amount: z
      .string()
      .check(
        z.refine<string>(
          (typed) => (penceTyped(typed) ?? 0) >= LEAST,
          `Enter ${formatPence(LEAST)} or more.`,
        ),
      ),
  }),
  z.transform(({ kind, text, amount }) => ({ kind, text, amountPence: penceTyped(amount) ?? 0 })),
);

/** `most`: what may still be added, pence. */
export function extraSchema(most: number) {
  const lines = z
    .array(line)
    .check(
      z.refine(
        (all) => all.reduce((sum, { amountPence }) => sum + amountPence, 0) <= most,
        `At most ${formatPence(most)} can be added. Please ask support: an operator must agree to more.`,
      ),
    );
  return z.object({ lines, note: optional(LONGEST_NOTE) });
}
