import { describe, expect, it } from 'vitest';
import type { TimeSlot } from '@/api/types';
import { type BookingDraft, getDraft, updateDraft } from '../draft';
import {
  badgeOf,
  type Chosen,
  canContinue,
  checkSlot,
  chooseDay,
  chooseSlot,
  chooseUrgency,
  emergencyChange,
  groupByDay,
  insteadOfToday,
  isFew,
  type Schedule,
  stripDays,
  whyNot,
} from './schedule';

const today = '2026-11-21';
const slot = (id: string, start: string, end: string, priceDelta = 0): TimeSlot => ({
  id,
  start,
  end,
  priceDelta,
  tierHint: 'STANDARD',
  isRecommended: false,
});
const now = slot('2026-11-21-3', '2026-11-21T13:00', '2026-11-21T15:00', 20);
const tomorrow = slot('2026-11-22-2', '2026-11-22T11:00:00+00:00', '2026-11-22T13:00:00+00:00');
const evening = slot('2026-11-22-4', '2026-11-22T18:00', '2026-11-22T20:00', 15);
const schedule = scheduleOf([now, evening, tomorrow]);
const sunday = '2026-11-22';

function scheduleOf(slots: TimeSlot[], daysAhead = slots.map(({ start }) => start.slice(0, 10))): Schedule {
  return { today, byDay: groupByDay(slots), daysAhead: new Set(daysAhead) };
}

function draft(change: Partial<BookingDraft> = {}): BookingDraft {
  return { ...getDraft(), ...change };
}
function applied(chosen: Chosen, before: BookingDraft): BookingDraft {
  return { ...before, ...chosen.change };
}
const withSlot = (chosen: TimeSlot, from = draft()) => applied(chooseSlot(chosen, from, schedule), from);

describe('slots by day', () => {
  it('are grouped by London day and sorted by start, whatever format their times have', () => {
    expect([...schedule.byDay.keys()]).toEqual([today, sunday]);
    expect(schedule.byDay.get(sunday)?.map((each) => each.id)).toEqual([tomorrow.id, evening.id]);
  });
  it('are few if there are 1 or 2', () => {
    expect([0, 1, 2, 3, 8].map(isFew)).toEqual([false, true, true, false, false]);
  });
});

describe('the strip', () => {
  const later = (day: string) => slot(`${day}-2`, `${day}T11:00`, `${day}T13:00`);
  it('shows a week from today', () => {
    const days = stripDays(schedule, null);
    expect(days).toHaveLength(7);
    expect([days[0], days[6]]).toEqual([today, '2026-11-27']);
  });
  it('starts at the first day with a window when that is later', () => {
    expect(stripDays(scheduleOf([later('2026-11-27')]), null)[0]).toBe(today);
    expect(stripDays(scheduleOf([later('2026-11-28')]), null)[0]).toBe('2026-11-28');
  });
  it('ends with the last day that can be booked', () =>
    expect(stripDays(scheduleOf([later('2026-12-20')]), null)).toEqual(['2026-12-20', '2026-12-21']));
  it('has a chosen day beyond it as well', () =>
    expect(stripDays(schedule, '2026-12-08').slice(6)).toEqual(['2026-11-27', '2026-12-08']));
  it('tells a day whose windows are taken from one that is over', () => {
    const taken = scheduleOf([tomorrow], [today, sunday]);
    expect([today, sunday].map((day) => whyNot(day, taken))).toEqual(['Full', null]);
    expect(whyNot(today, scheduleOf([tomorrow]))).toBe('Too late');
    // Where one pro alone is asked, it is theirs.
    expect(whyNot(today, { ...taken, isForOne: true })).toBe('Busy');
    expect(whyNot(today, { ...scheduleOf([tomorrow]), isForOne: true })).toBe('Too late');
  });
});

describe('the first day with a window, instead of today', () => {
  it('is named with the reason', () => {
    expect(insteadOfToday(scheduleOf([tomorrow], [today, sunday]), sunday)).toBe(
      'Today is full. Earliest: Sunday 11:00',
    );
    expect(insteadOfToday(scheduleOf([tomorrow]), sunday)).toBe(
      'Nothing is left today. Earliest: Sunday 11:00',
    );
    const theirs = { ...scheduleOf([tomorrow], [today, sunday]), isForOne: true };
    expect(insteadOfToday(theirs, sunday)).toBe('There is no time left today. Earliest: Sunday 11:00');
  });
  it('is named with its date when it is more than a week ahead', () => {
    const far = slot('2026-12-06-2', '2026-12-06T11:00', '2026-12-06T13:00');
    expect(insteadOfToday(scheduleOf([far]), '2026-12-06')).toMatch(/Earliest: Sunday 6 December, 11:00$/);
  });
  it('is not mentioned when today has windows, or another day was chosen', () => {
    expect(insteadOfToday(schedule, today)).toBeNull();
    const monday = slot('2026-11-23-2', '2026-11-23T11:00', '2026-11-23T13:00');
    expect(insteadOfToday(scheduleOf([tomorrow, monday]), '2026-11-23')).toBeNull();
  });
});

describe('the one badge of a slot', () => {
  it.each([
    [{ tierHint: 'PRIORITY', isRecommended: true }, true, 'Earliest'],
    [{ tierHint: 'PRIORITY', isRecommended: true }, false, 'Recommended'],
    [{ tierHint: 'PRIORITY' }, false, null],
    [{ tierHint: 'STANDARD' }, true, null],
    [{ tierHint: 'ECONOMY' }, true, 'Cheaper'],
  ] as const)('%j, first of its day: %s', (hints, isFirst, badge) =>
    expect(badgeOf({ ...now, ...hints }, isFirst)).toBe(badge),
  );
  it('is Evening from 18:00', () =>
    expect(badgeOf({ ...evening, tierHint: 'PRIORITY' }, false)).toBe('Evening'));
});

describe('urgency', () => {
  it('ASAP selects today if it has slots, and clears the chosen one', () => {
    const chosen = chooseUrgency('ASAP', withSlot(tomorrow), sunday, schedule);
    expect(chosen.day).toBe(today);
    expect(applied(chosen, withSlot(tomorrow))).toMatchObject({ urgency: 'ASAP', timeSlotId: undefined });
  });
  it('ASAP selects no day when today has no slots', () => {
    const late = scheduleOf([tomorrow]);
    expect(chooseUrgency('ASAP', draft(), sunday, late).day).toBeNull();
  });
  it('Emergency clears the slot, the day and the service level', () => {
    const before = draft({ ...withSlot(now), tier: 'ECONOMY' });
    const chosen = chooseUrgency('EMERGENCY', before, today, schedule);
    expect(chosen.day).toBeNull();
    expect(applied(chosen, before)).toMatchObject({
      urgency: 'EMERGENCY',
      tier: 'STANDARD',
      timeSlotId: undefined,
      timeSlotStart: undefined,
      selectedSlotPriceDelta: undefined,
    });
    const priority = draft({ tier: 'PRIORITY' });
    expect(applied(chooseUrgency('EMERGENCY', priority, null, schedule), priority).tier).toBe('STANDARD');
  });
  it('Scheduled keeps the slot, but not an emergency’s', () => {
    const kept = withSlot(now);
    expect(applied(chooseUrgency('SCHEDULED', kept, today, schedule), kept)).toMatchObject({
      timeSlotId: now.id,
    });
    const emergency = draft({ urgency: 'EMERGENCY', ...emergencyChange() });
    expect(
      applied(chooseUrgency('SCHEDULED', emergency, null, schedule), emergency).timeSlotId,
    ).toBeUndefined();
  });
  it('an emergency is stored with its own slot id and label', () => {
    expect(emergencyChange()).toMatchObject({
      timeSlotId: 'EMERGENCY_NOW',
      timeSlotLabel: 'Emergency call-out ASAP',
      timeSlotStart: undefined,
      selectedSlotPriceDelta: undefined,
    });
  });
});

describe('day and slot', () => {
  it('a day other than today turns ASAP into scheduled; today does not', () => {
    expect(chooseDay(sunday, draft(), schedule).change.urgency).toBe('SCHEDULED');
    expect(chooseDay(today, draft(), schedule).change.urgency).toBe('ASAP');
    expect(chooseSlot(tomorrow, draft(), schedule).change.urgency).toBe('SCHEDULED');
  });
  it('another day clears the slot, the same day keeps it', () => {
    const before = withSlot(now);
    expect(applied(chooseDay(sunday, before, schedule), before).timeSlotId).toBeUndefined();
    expect(applied(chooseDay(today, before, schedule), before).timeSlotId).toBe(now.id);
  });
  it('a slot is stored with its label, times and price', () => {
    expect(withSlot(tomorrow)).toMatchObject({
      timeSlotId: '2026-11-22-2',
      timeSlotLabel: 'Sun 22 Nov, 11:00–13:00',
      timeSlotStart: tomorrow.start,
      selectedSlotPriceDelta: 0,
    });
  });
  it('clicking a slot again deselects it', () => {
    const before = withSlot(now);
    const chosen = chooseSlot(now, before, schedule);
    expect(chosen.day).toBe(today);
    expect(applied(chosen, before)).toMatchObject({
      timeSlotId: undefined,
      selectedSlotPriceDelta: undefined,
    });
  });
});

describe('Review & Pay', () => {
  it('needs a day and a slot, except in an emergency, and is disabled while loading', () => {
    expect(canContinue(draft(), today, false)).toBe(false);
    expect(canContinue(withSlot(now), null, false)).toBe(false);
    expect(canContinue(withSlot(now), today, false)).toBe(true);
    expect(canContinue(withSlot(now), today, true)).toBe(false);
    expect(canContinue(draft({ urgency: 'EMERGENCY' }), null, false)).toBe(true);
    expect(canContinue(draft({ urgency: 'EMERGENCY' }), null, true)).toBe(false);
    expect(canContinue(draft({ timeSlotId: 'EMERGENCY_NOW' }), today, false)).toBe(false);
  });
});

describe('a slot chosen earlier', () => {
  it('stays while it is free', () => expect(checkSlot(withSlot(now), [now, tomorrow])).toBeNull());
  it('is cleared when it is taken', () => expect(checkSlot(withSlot(now), [tomorrow])?.gone).toBe(true));
  it('is cleared when its id now means another slot', () => {
    const renumbered = slot(now.id, '2026-11-21T14:00', '2026-11-21T16:00', 20);
    expect(checkSlot(withSlot(now), [renumbered])?.gone).toBe(true);
  });
  it('gets its new price', () => {
    const found = checkSlot(withSlot(now), [{ ...now, priceDelta: 0 }]);
    expect(found).toEqual({ gone: false, change: { selectedSlotPriceDelta: 0 } });
  });
  it('is not checked in an emergency', () =>
    expect(checkSlot(draft({ urgency: 'EMERGENCY', timeSlotId: 'EMERGENCY_NOW' }), [])).toBeNull());
  it('stays when its time is written differently, with an offset or as wall-clock time', () => {
    updateDraft({});
    const offset = { ...now, start: '2026-11-21T13:00:00+00:00' };
    expect(checkSlot(withSlot(now), [offset])).toBeNull();
  });
});
