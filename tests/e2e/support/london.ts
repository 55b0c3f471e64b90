// Days as London counts them, whatever the machine's clock is set to.

const DAY = 24 * 60 * 60 * 1000;

/** Noon of the London day that is so many days ahead, in which time zones and clock changes do not matter. */
function noon(ahead: number): Date {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date());
  return new Date(Date.parse(`${today}T12:00:00Z`) + ahead * DAY);
}

/** '2026-11-24' */
export function londonDate(ahead: number): string {
  return noon(ahead).toISOString().slice(0, 10);
}

/** As the calendar names it: 'Tuesday 24 November'. */
export function londonDay(ahead: number): string {
  const format = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-GB', format).format(noon(ahead)).replace(',', '');
}

/** 'Tue 24 Nov' */
export function shortDay(ahead: number): string {
  const [weekday, day, month] = londonDay(ahead).split(' ');
  return `${weekday?.slice(0, 3)} ${day} ${month?.slice(0, 3)}`;
}

/** 'November 2026' */
export function londonMonth(): string {
  const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-GB', format).format(noon(0));
}
