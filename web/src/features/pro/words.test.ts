import { expect, it } from 'vitest';
import { formatDate, formatMiles, greeting, kmOf, milesOf, waitingText } from './words';

it('every whole mile from 1 to 60 survives the way to km and back', () => {
  for (let miles = 1; miles <= 60; miles += 1) expect(milesOf(kmOf(miles))).toBe(miles);
  expect([kmOf(1), kmOf(60)]).toEqual([2, 97]);
});

it('greets by the time of day', () => {
  expect(['00:00', '11:59', '12:00', '17:59', '18:00', '23:59'].map(greeting)).toEqual([
    'Good morning',
    'Good morning',
    'Good afternoon',
    'Good afternoon',
    'Good evening',
    'Good evening',
  ]);
});

it('writes dates and distances', () => {
  expect(formatDate('2027-03-03')).toBe('Wed 3 Mar 2027');
  expect([1, 10].map(formatMiles)).toEqual(['1 mile', '10 miles']);
});

it('says what waits for a document, and why', () => {
  expect(waitingText({ kind: 'identity', reason: 'not_verified' }, 'waiting')).toBe(
    'Every job needs it. Uploaded, waiting for verification.',
  );
  expect(waitingText({ kind: 'gas_safe', forTrade: 'plumber', reason: 'expired' }, 'active')).toBe(
    'Gas jobs need it. It has expired: please upload a new one.',
  );
  // Verified once, it counts for as long as the pro is there.
  expect(waitingText({ kind: 'identity', reason: 'expired' }, 'active')).toBe(
    'You still get jobs. It has expired: please upload a new one.',
  );
});
