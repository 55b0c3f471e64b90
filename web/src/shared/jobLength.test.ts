import { expect, it } from 'vitest';
import { aboutLength, JOB_LENGTHS, lengthText } from './jobLength';

it('is in hours below a day, and then in days', () => {
  expect(JOB_LENGTHS).toEqual([120, 180, 240, 360, 1440, 2880, 4320, 7200, 14_400]);
  expect(JOB_LENGTHS.map(lengthText)).toEqual([
    '2 hours',
    '3 hours',
    '4 hours',
    '6 hours',
    '1 day',
    '2 days',
    '3 days',
    '5 days',
    '10 days',
  ]);
  expect([120, 1440, 4320].map(aboutLength)).toEqual(['about 2 hours', '1 day', '3 days']);
});
