import { expect, it } from 'vitest';
import { charactersLeft, isDescriptionValid, photoProblem } from './limits';

it('a description has 3 to 500 characters after trimming', () => {
  expect(isDescriptionValid(' ab ')).toBe(false);
  expect(isDescriptionValid(' tap ')).toBe(true);
  expect(isDescriptionValid('x'.repeat(500))).toBe(true);
  expect(isDescriptionValid(`  ${'🚿'.repeat(500)}  `)).toBe(true);
  expect(isDescriptionValid('x'.repeat(501))).toBe(false);
});

it('counts the characters left, or over the limit', () => {
  expect(charactersLeft('')).toBe('500 left');
  expect(charactersLeft('x'.repeat(500))).toBe('0 left');
  expect(charactersLeft('x'.repeat(512))).toBe('12 too many');
});

it('a photo is a JPEG, PNG or WebP of up to 10 MB', () => {
  const most = 10 * 1024 * 1024;
  for (const type of ['image/jpeg', 'image/png', 'image/webp'])
    expect(photoProblem({ type, size: most })).toBeNull();
  expect(photoProblem({ type: 'image/jpeg', size: most + 1 })).toBe('Choose a photo of up to 10 MB.');
  expect(photoProblem({ type: 'image/gif', size: 100 })).toBe('Choose a JPEG, PNG or WebP photo.');
  expect(photoProblem({ type: 'image/png', size: 0 })).not.toBeNull();
});
