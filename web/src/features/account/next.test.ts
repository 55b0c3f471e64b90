import { expect, it } from 'vitest';
import { homeOf, safePath } from './next';

it.each([
  ['/booking/payment', '/booking/payment'],
  ['/bookings?status=active#top', '/bookings?status=active#top'],
  ['/a/../b', '/b'],
])('accepts a path on this site: %s', (next, path) => expect(safePath(next)).toBe(path));

it.each([
  null,
  '',
  'bookings',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  'javascript:alert(1)',
])('rejects anything else: %j', (next) => expect(safePath(next)).toBeNull());

it('each role has a home page', () => {
  expect(homeOf('master')).toBe('/master');
  expect(homeOf('master', true)).toBe('/master/onboarding');
  expect(homeOf('client')).toBe('/client');
  expect(homeOf(null)).toBe('/');
});
