import { describe, expect, it } from 'vitest';
import { addDays, asLondon, formatDay, formatMonth, formatSlot, londonWallClock } from './london';

describe('London time', () => {
  it('is right on both sides of a clock change', () => {
    expect(londonWallClock(new Date('2026-03-29T00:59:00Z'))).toBe('2026-03-29T00:59');
    expect(londonWallClock(new Date('2026-03-29T01:00:00Z'))).toBe('2026-03-29T02:00');
    expect(londonWallClock(new Date('2026-10-25T00:30:00Z'))).toBe('2026-10-25T01:30');
    expect(londonWallClock(new Date('2026-10-25T01:30:00Z'))).toBe('2026-10-25T01:30');
    expect(londonWallClock(new Date('2026-11-21T00:05:00Z'))).toBe('2026-11-21T00:05');
  });

  it('accepts both instants and wall-clock times', () => {
    expect(asLondon('2026-07-01T09:00:00+01:00')).toEqual({ day: '2026-07-01', clock: '09:00' });
    expect(asLondon('2026-07-01T08:00:00Z')).toEqual({ day: '2026-07-01', clock: '09:00' });
    expect(asLondon('2026-07-01T09:00')).toEqual({ day: '2026-07-01', clock: '09:00' });
  });

  it('adds days across a clock change and formats them', () => {
    expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
    expect(formatDay('2026-11-24')).toBe('Tuesday 24 November');
    expect(formatMonth('2026-11')).toBe('November 2026');
    expect(formatSlot('2026-11-24T11:00', '2026-11-24T13:00')).toBe('Tue 24 Nov, 11:00–13:00');
  });
});
