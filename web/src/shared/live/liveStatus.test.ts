import { describe, expect, it } from 'vitest';
import { liveAppearance, liveStatus } from './liveStatus';

describe('live status', () => {
  it.each([
    ['created', false, 'CREATED'],
    ['paid', false, 'MATCHING'],
    ['pending', false, 'MATCHING'],
    ['ASSIGNING', false, 'MATCHING'],
    ['accepted', false, 'WAITING_FOR_YOU'],
    ['accepted', true, 'WAITING_FOR_YOU'],
    ['confirmed', false, 'MATCHING'],
    ['confirmed', true, 'ASSIGNED'],
    ['assigned', true, 'ASSIGNED'],
    ['STARTED', true, 'IN_PROGRESS'],
    ['en_route', true, 'EN_ROUTE'],
    ['no_response', false, 'NO_RESPONSE'],
    ['something new', false, 'MATCHING'],
  ] as const)('%s (pro: %s) is %s', (value, pro, expected) => {
    expect(liveStatus(value, { proAttached: pro })).toBe(expected);
  });

  it('asks nobody with a share link to decide', () => {
    expect(liveStatus('accepted', { proAttached: false, isShared: true })).toBe('MATCHING');
  });

  it('has a badge and a header for each state', () => {
    expect(Object.values(liveAppearance).map((appearance) => [appearance.badge, appearance.header])).toEqual([
      ['Searching…', "Thanks! We're matching you now"],
      ['Searching…', "Thanks! We're matching you now"],
      ['Waiting for you', 'Your booking is waiting for you'],
      ['Pro assigned', 'Your pro has been assigned'],
      ['On the way', 'Your pro is on the way'],
      ['In progress', 'Work in progress'],
      ['Completed', 'Job completed'],
      ['Cancelled', 'Booking cancelled'],
      ['No response', "We couldn't reach a pro in time"],
    ]);
  });
});
