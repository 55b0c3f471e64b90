import { expect, it } from 'vitest';
import { ownPath } from './ownPath';

it.each(['/', '/booking/payment', '/bookings?status=active&from=a..b#top'])(
  'accepts a path on this site: %s',
  (path) => expect(ownPath(path)).toBe(path),
);

it.each([
  null,
  7,
  '',
  'bookings',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/bookings\t',
  '/a/../b',
  '/a/%2e%2E/b',
  '/.//evil.example',
  '/..//evil.example',
  'javascript:alert(1)',
])('rejects anything else: %j', (path) => expect(ownPath(path)).toBeNull());
