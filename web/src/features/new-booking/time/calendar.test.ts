import { describe, expect, it } from 'vitest';
import { bankHolidays } from './bankHolidays';
import { addMonths, CELLS, dayAfterKey, monthCells, weekday } from './calendar';

describe('a month', () => {
  it.each([
    // November 2026 begins on a Sunday, February 2027 on a Monday, March 2026 has the clock change on its 29th.
    ['2026-11', '2026-10-26', '2026-12-06'],
    ['2027-02', '2027-02-01', '2027-03-14'],
    ['2026-03', '2026-02-23', '2026-04-05'],
    ['2026-10', '2026-09-28', '2026-11-08'],
  ])('%s has 42 cells starting on a Monday', (month, first, last) => {
    const cells = monthCells(month);
    expect(cells).toHaveLength(CELLS);
    expect(new Set(cells).size).toBe(CELLS);
    expect(cells.map(weekday).filter((day, index) => day !== index % 7)).toEqual([]);
    expect([cells[0], cells[41]]).toEqual([first, last]);
  });

  it('can cross into another year', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01');
    expect(addMonths('2027-01', -1)).toBe('2026-12');
  });
});

describe('a key', () => {
  const [first, last] = ['2026-11-21', '2026-12-21'];
  it.each([
    ['ArrowRight', '2026-11-30', '2026-12-01'],
    ['ArrowLeft', '2026-12-01', '2026-11-30'],
    ['ArrowDown', '2026-11-25', '2026-12-02'],
    ['ArrowUp', '2026-12-02', '2026-11-25'],
    ['Home', '2026-11-26', '2026-11-23'],
    ['End', '2026-11-26', '2026-11-29'],
    ['PageDown', '2026-11-21', '2026-12-21'],
    ['PageUp', '2026-12-21', '2026-11-21'],
    // Never beyond the bookable days.
    ['ArrowLeft', '2026-11-21', '2026-11-21'],
    ['Home', '2026-11-21', '2026-11-21'],
    ['ArrowDown', '2026-12-20', '2026-12-21'],
    ['PageDown', '2026-11-30', '2026-12-21'],
  ])('%s moves from %s to %s', (key, from, to) => expect(dayAfterKey(key, from, first, last)).toBe(to));

  it('stops at the last day of a shorter month', () =>
    expect(dayAfterKey('PageDown', '2027-01-31', '2027-01-10', '2027-03-10')).toBe('2027-02-28'));

  it('that is not for navigation moves nothing', () =>
    expect(dayAfterKey('a', first, first, last)).toBeNull());
});

describe('bank holidays', () => {
  it.each([
    ['SW1A 1AA', '2026-11-30', undefined],
    ['EH1 1YZ', '2026-11-30', "Saint Andrew's Day"],
    ['G1', '2026-11-30', "Saint Andrew's Day"],
    ['GU1', '2026-11-30', undefined],
    ['BT1 5GS', '2027-07-12', 'Battle of the Boyne'],
    ['CF10', '2026-12-25', 'Christmas Day'],
    ['', '2026-12-28', 'Boxing Day (observed)'],
  ])('%s on %s: %s', (postcode, day, name) => expect(bankHolidays(postcode).get(day)).toBe(name));
});
