// What either side of a dispute writes: the text and its photos.
import * as z from 'zod/mini';

/** How many photos either side can add. */
export const MOST_PHOTOS = 5;

const LONGEST = 2000;

/** Counted as the server counts: whole characters, without spaces around them. */
const lengthOf = (text: string) => [...text.trim()].length;

/** 10 to 2,000 characters. */
export const statementText = z.string().check(
  z.trim(),
  z.refine((text) => lengthOf(text) >= 10, 'Please write at least 10 characters.'),
  z.refine((text) => lengthOf(text) <= LONGEST, 'Please keep it to 2,000 characters.'),
);

/** How much can still be written. */
export function textLeft(text: string): string {
  return `${LONGEST - lengthOf(text)} left`;
}
