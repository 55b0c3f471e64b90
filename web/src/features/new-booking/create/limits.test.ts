import { expect, it } from 'vitest';
import { charactersLeft, isDescriptionValid } from './limits';

const limits = { min_chars: 3, max_chars: 500 };

it('a description has 3 to 500 characters after trimming', () => {
  expect(isDescriptionValid(' ab ', limits)).toBe(false);
  expect(isDescriptionValid(' tap ', limits)).toBe(true);
  expect(isDescriptionValid('x'.repeat(500), limits)).toBe(true);
  expect(isDescriptionValid(`  ${'🚿'.repeat(500)}  `, limits)).toBe(true);
  expect(isDescriptionValid('x'.repeat(501), limits)).toBe(false);
});

it('counts the characters left, or over the limit', () => {
  expect(charactersLeft('', limits)).toBe('500 left');
  expect(charactersLeft('x'.repeat(500), limits)).toBe('0 left');
  expect(charactersLeft('x'.repeat(512), limits)).toBe('12 too many');
});
