// The rules of the forms for hours and times away, with the server's own limits. What they return is what is sent.
import * as z from 'zod/mini';
import type { TimeAwayChange, WorkingHours, WorkingHoursChange, WorkingSpan } from '@/api/hours';
import { timeAwayInput } from '@/api/limits';
import { addDays } from '@/shared/london';
import { optional } from '@/shared/textRules';
import { penceTyped } from '@/shared/typed';

/** Monday first, as the server has them. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** Most times a day. */
export const MOST_SPANS = 3;
/** What is filled in for a day that gets its first time. */
export const USUAL: WorkingSpan = { from: '08:00', to: '17:00' };

export interface HoursForm {
  when: 'always' | 'hours';
  weekly: WorkingSpan[][];
  emergenciesAnyTime: boolean;
  minimumGBP: string;
  quietAtNight: boolean;
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const MINIMUM = { least: 100, most: 100_000 };

export const hoursSchema = z.pipe(
  z.object({
    when: z.enum(['always', 'hours']),
    // Checked only where hours are given: what is hidden is not in the way.
    weekly: z.array(z.array(z.object({ from: z.string(), to: z.string() }))),
    emergenciesAnyTime: z.boolean(),
    minimumGBP: z.string(),
    quietAtNight: z.boolean(),
  }),
  z.transform((form, context): WorkingHoursChange => {
    const { when, weekly, minimumGBP, emergenciesAnyTime, quietAtNight } = form;
    const minimum = minimumGBP.trim() === '' ? undefined : penceTyped(minimumGBP);
    if (minimumGBP.trim() !== '' && !isWithin(minimum))
      context.issues.push(
        issue(['minimumGBP'], minimumGBP, 'Enter an amount from £1 to £1,000, such as 40 or 42.50.'),
      );
    if (when === 'hours') for (const found of wrongDays(weekly)) context.issues.push(found);
    return {
      ...(when === 'hours' && { weekly }),
      emergenciesAnyTime: when === 'hours' && emergenciesAnyTime,
      ...(minimum !== undefined && { minimumGBP: minimum / 100 }),
      quietAtNight,
    };
  }),
);

function isWithin(pence: number | undefined): boolean {
  return pence !== undefined && pence >= MINIMUM.least && pence <= MINIMUM.most;
}

function issue(path: (string | number)[], input: unknown, message: string) {
  return { code: 'custom' as const, path, input, message };
}

function wrongDays(weekly: readonly WorkingSpan[][]) {
  if (weekly.every((day) => day.length === 0))
    return [issue(['weekly'], weekly, 'Add the hours of at least one day, or choose any time.')];
  return weekly.flatMap((day, number) => {
    const wrong = wrongIn(day);
    return wrong ? [issue(['weekly', number], day, `${weekdays[number]}: ${wrong}`)] : [];
  });
}

function wrongIn(day: readonly WorkingSpan[]): string | null {
  const isGiven = day.every(({ from, to }) => CLOCK.test(from) && CLOCK.test(to));
  if (!isGiven) return 'enter when each time begins and ends.';
  return overlaps(day) ? 'these times overlap.' : null;
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** What ends at or before its beginning ends on the next day. */
export function endsNextDay({ from, to }: WorkingSpan): boolean {
  return from !== '' && to !== '' && minutesOf(to) <= minutesOf(from);
}

function overlaps(day: readonly WorkingSpan[]): boolean {
  const spans = day
    .map((span) => {
      const start = minutesOf(span.from);
      return { start, end: minutesOf(span.to) + (endsNextDay(span) ? 24 * 60 : 0) };
    })
    .sort((one, other) => one.start - other.start);
  return spans.some((span, index) => (spans[index + 1]?.start ?? Number.POSITIVE_INFINITY) < span.end);
}

export function formOf(hours: WorkingHours): HoursForm {
  const { weekly, emergenciesAnyTime, minimumGBP, quietAtNight } = hours;
  const office = weekdays.map((_, number) => (number < 5 ? [{ ...USUAL }] : []));
  return {
    when: weekly ? 'hours' : 'always',
    weekly: weekly?.map((day) => day.map((span) => ({ ...span }))) ?? office,
    emergenciesAnyTime,
    minimumGBP: minimumGBP?.toString() ?? '',
    quietAtNight,
  };
}

export interface AwayForm {
  kind: 'day_off' | 'block';
  /** For days off: the first and the last. For a block: its day. */
  day: string;
  lastDay: string;
  from: string;
  to: string;
  note: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

export const awaySchema = z.pipe(
  z.object({
    kind: z.enum(['day_off', 'block']),
    day: z.string().check(z.regex(DAY, 'Choose a day.')),
    lastDay: z.string(),
    from: z.string(),
    to: z.string(),
    note: optional(timeAwayInput.note.maxLength),
  }),
  z.transform((form, context): TimeAwayChange => {
    const { kind, day, note } = form;
    const said = note ? { note } : {};
    if (kind === 'day_off') {
      const lastDay = form.lastDay || day;
      if (lastDay < day)
        context.issues.push(issue(['lastDay'], lastDay, 'The last day must not be before the first.'));
      return { kind, start: `${day}T00:00`, end: `${addDays(lastDay, 1)}T00:00`, ...said };
    }
    for (const field of ['from', 'to'] as const)
      if (!/^\d\d:\d\d$/.test(form[field]))
        context.issues.push(issue([field], form[field], 'Enter a time, such as 09:00.'));
    const end = endsNextDay(form) ? addDays(day, 1) : day;
    return { kind, start: `${day}T${form.from}`, end: `${end}T${form.to}`, ...said };
  }),
);
