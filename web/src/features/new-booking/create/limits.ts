// The description's limits, counted as on the server: in code points, after trimming. The price book sets them.
import type { ShownBook } from '@/pricing';

export type DescriptionLimits = ShownBook['description'];

export const PREFIX_MESSAGE = 'Enter 2–3 valid characters (e.g., SW, SW1, B).';

export function descriptionLength(description: string): number {
  return [...description.trim()].length;
}

export function isDescriptionValid(description: string, limits: DescriptionLimits): boolean {
  const length = descriptionLength(description);
  return length >= limits.min_chars && length <= limits.max_chars;
}

export function descriptionMessage({ min_chars, max_chars }: DescriptionLimits): string {
  return `Describe the problem in ${min_chars} to ${max_chars} characters.`;
}

/** '448 left', '12 too many' */
export function charactersLeft(description: string, limits: DescriptionLimits): string {
  const left = limits.max_chars - descriptionLength(description);
  return left >= 0 ? `${left} left` : `${-left} too many`;
}
