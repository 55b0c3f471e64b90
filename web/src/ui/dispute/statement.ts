// What either side of a dispute writes: the text and its photos.
import * as z from 'zod/mini';
import { newDispute as limits } from '@/api/limits';

/** How many photos either side can add. */
export const MOST_PHOTOS = limits.photos.maxItems;

const { minLength: SHORTEST, maxLength: LONGEST } = limits.text;

/** Counted as the server counts: whole characters, without spaces around them. */
const lengthOf = (text: string) => [...text.trim()].length;

export const statementText = z.string().check(
  z.trim(),
  z.refine((text) => lengthOf(text) >= SHORTEST, `Please write at least ${SHORTEST} characters.`),
  z.refine(
    (text) => lengthOf(text) <= LONGEST,
    `Please keep it to ${LONGEST.toLocaleString('en-GB')} characters.`,
  ),
);

/** How much can still be written. */
export function textLeft(text: string): string {
  return `${LONGEST - lengthOf(text)} left`;
}
