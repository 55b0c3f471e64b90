import { expect, it } from 'vitest';
import { homeOf } from './next';

it('each role has a home page', () => {
  expect(homeOf('master')).toBe('/master');
  expect(homeOf('master', true)).toBe('/master/onboarding');
  expect(homeOf('client')).toBe('/client');
  expect(homeOf(null)).toBe('/');
});
