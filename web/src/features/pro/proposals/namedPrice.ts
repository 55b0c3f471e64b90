import * as z from 'zod/mini';
import { JOB_LENGTHS } from '@/shared/jobLength';
import { formatPounds } from '@/shared/money';
import { optional } from '@/shared/textRules';
import { poundsTyped } from '@/shared/typed';
import { LONGEST_MESSAGE } from './schema';

const MOST_POUNDS = 100_000;

export interface NamedPriceForm {
  price: string;
  /** Of a select; empty until one is chosen. */
  lengthMinutes: string;
  message: string;
}

/** The price as typed ('£1,200'); undefined if it is no whole number of pounds from 1 to the most. */
export function poundsOf(typed: string): number | undefined {
  const pounds = poundsTyped(typed) ?? 0;
  return pounds >= 1 && pounds <= MOST_POUNDS ? pounds : undefined;
}

/** With the server's limits; what it returns is what is sent. */
export const namedPriceSchema = z.object({
  price: z.pipe(
    z
      .string()
      .check(
        z.refine(
          (typed) => poundsOf(typed) !== undefined,
          `Enter whole pounds, from £1 to ${formatPounds(MOST_POUNDS)}.`,
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
