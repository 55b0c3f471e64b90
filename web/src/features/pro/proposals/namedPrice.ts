import * as z from 'zod/mini';
import { offerAnswer } from '@/api/limits';
import { JOB_LENGTHS } from '@/shared/jobLength';
import { formatPounds } from '@/shared/money';
import { optional } from '@/shared/textRules';
import { poundsTyped } from '@/shared/typed';
import { LONGEST_MESSAGE } from './schema';

const { minimum: LEAST_POUNDS, maximum: MOST_POUNDS } = offerAnswer.price;

export interface NamedPriceForm {
  price: string;
  /** Of a select; empty until one is chosen. */
  lengthMinutes: string;
  message: string;
}

/** The price as typed ('£1,200'); undefined if it is no whole number of pounds that a pro may name. */
export function poundsOf(typed: string): number | undefined {
  const pounds = poundsTyped(typed) ?? 0;
  return pounds >= LEAST_POUNDS && pounds <= MOST_POUNDS ? pounds : undefined;
}

/** With the server's limits; what it returns is what is sent. */
export const namedPriceSchema = z.object({
  price: z.pipe(
    z
      .string()
      .check(
        z.refine(
          (typed) => poundsOf(typed) !== undefined,
          `Enter whole pounds, from ${formatPounds(LEAST_POUNDS)} to ${formatPounds(MOST_POUNDS)}.`,
        ),
      ),
    z.transform((typed) => poundsOf(typed) ?? 0),
  ),
  lengthMinutes: z.pipe(
    z.string().check(z.refine((value) => JOB_LENGTHS.includes(Number(value)), 'Choose how long it takes.')),
    z.transform(Number),
  ),
  message: optional(LONGEST_MESSAGE),
});
