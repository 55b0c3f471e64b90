// The form for extra work, with the server's limits; what it returns is what is sent.
import * as z from 'zod/mini';
import { formatPence } from '@/shared/money';
import { optional } from '@/shared/textRules';
import { penceTyped } from '@/shared/typed';

export const MOST_LINES = 10;
export const LONGEST_NOTE = 300;
const SHORTEST_TEXT = 3;
const LONGEST_TEXT = 80;
/** Pence. */
const LEAST = 100;

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
      .check(z.refine<string>((typed) => (penceTyped(typed) ?? 0) >= LEAST, 'Enter £1 or more.')),
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
