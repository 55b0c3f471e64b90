// What people write when something went wrong.
import { Refusal } from './route';

const SHORTEST = 10;
const LONGEST = 2000;

/** Without spaces around it; 422 for one that says nothing, or too much. */
export function said(text: string): string {
  const words = text.trim();
  if (words.length < SHORTEST) throw wrong('text', 'Please write at least 10 characters.');
  if (words.length > LONGEST) throw wrong('text', 'Please keep it to 2,000 characters.');
  return words;
}

export const wrong = (field: string, text: string): Refusal =>
  new Refusal(422, 'invalid', text, { errors: { [field]: text } });
