// How long a job takes, as a pro who names its price says it.

const HOUR = 60;
const DAY = 24 * HOUR;

/** What a pro may choose from, in minutes. */
export const JOB_LENGTHS: readonly number[] = [2, 3, 4, 6]
  .map((hours) => hours * HOUR)
  .concat([1, 2, 3, 5, 10].map((days) => days * DAY));

/** '2 hours', '1 day', '10 days' */
export function lengthText(minutes: number): string {
  if (minutes < DAY) return counted(Math.round(minutes / HOUR), 'hour');
  return counted(Math.round(minutes / DAY), 'day');
}

/** To a client, hours are a guess: 'about 2 hours', '3 days'. */
export function aboutLength(minutes: number): string {
  return minutes < DAY ? `about ${lengthText(minutes)}` : lengthText(minutes);
}

function counted(count: number, unit: string): string {
  return `${count} ${count === 1 ? unit : `${unit}s`}`;
}
