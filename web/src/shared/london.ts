// Days, slots and the calendar are in London wall-clock time, whatever the reader's own time zone. A day is 'YYYY-MM-DD'; a wall-clock time
// is 'YYYY-MM-DDTHH:mm'.

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** '2026-11-21T10:05', as the pricing module expects for `now`. */
export function londonWallClock(instant: Date | number = Date.now()): string {
  const found = Object.fromEntries(parts.formatToParts(instant).map((part) => [part.type, part.value]));
  return `${found.year}-${found.month}-${found.day}T${found.hour}:${found.minute}`;
}

export function londonDay(instant: Date | number = Date.now()): string {
  return londonWallClock(instant).slice(0, 10);
}

/** The London time of a slot's start or end, given with an offset (from the server) or as a wall-clock time (from the pricing module). */
export function asLondon(time: string): { day: string; clock: string } {
  const wall = /(Z|[+-]\d\d:?\d\d)$/.test(time) ? londonWallClock(new Date(time)) : time;
  return { day: wall.slice(0, 10), clock: wall.slice(11, 16) };
}

/** '11:00–13:00' */
export function formatWindow(start: string, end: string): string {
  return `${asLondon(start).clock}–${asLondon(end).clock}`;
}

/** Calendar days have no time zone; doing the arithmetic in UTC keeps clock changes out of it. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

const dayFormats = { long: dayFormat('long'), short: dayFormat('short') };

function dayFormat(style: 'long' | 'short') {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: style, day: 'numeric', month: style });
}

/** 'Tuesday 24 November' (long) or 'Tue 24 Nov' (short). */
export function formatDay(day: string, style: 'long' | 'short' = 'long'): string {
  return dayFormats[style].format(new Date(`${day}T00:00:00Z`)).replace(',', '');
}

/** '2026-11-24' → '24 November 2026' */
export function formatDate(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** '2026-11' → 'November 2026', 'Nov 2026' */
export function formatMonth(month: string, style: 'long' | 'short' = 'long'): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: style, year: 'numeric' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}

/** 'Tue 24 Nov, 11:00–13:00' */
export function formatSlot(start: string, end: string): string {
  return `${formatDay(asLondon(start).day, 'short')}, ${formatWindow(start, end)}`;
}
