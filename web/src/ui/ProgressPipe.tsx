// The progress list, drawn as a vertical run of the stepper's copper pipe: joints are steps, the filled length is what is done.
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BookingEvent } from '@/api/types';
import { asLondon, formatDay, londonDay } from '@/shared/london';
import { serverNow } from '@/shared/session';
import { cx } from './cx';

export interface ProgressPipeProps {
  steps: readonly string[];
  /** The step an event belongs to; undefined if it belongs to none. */
  stepOf: (event: string) => number | undefined;
  /** The current step; the ones before it are done. */
  now: number;
  events: readonly BookingEvent[];
  /** What is said of a step below its name, by the event that reached it. */
  noteOf?: (event: BookingEvent) => ReactNode;
  /** A cancelled booking shows the steps it completed, and none ahead. */
  stopped: boolean;
}

export function ProgressPipe({ steps, stepOf, now, events, noteOf, stopped }: ProgressPipeProps) {
  const last = lastOf(events, stepOf, steps.length);
  const today = londonDay(serverNow());
  const reached = stopped ? last.findLastIndex((event) => event !== undefined) + 1 : now;
  const shown = stopped ? steps.slice(0, reached) : steps;
  return (
    <section aria-labelledby="progress-title">
      <h2 id="progress-title" className="sr-only">
        Progress
      </h2>
      <ol>
        {shown.map((step, index) => {
          const event = last[index];
          const note = event && noteOf?.(event);
          const late = event && lateText(event, today);
          const at = index < reached ? 'done' : index === reached && !stopped ? 'now' : 'todo';
          return (
            <li
              key={step}
              data-at={at}
              aria-current={at === 'now' ? 'step' : undefined}
              className="relative flex min-h-11 flex-wrap items-start gap-x-3.5 pb-2 pl-10"
            >
              {index < shown.length - 1 && (
                <span
                  aria-hidden="true"
                  data-filled={index < (stopped ? reached - 1 : reached) || undefined}
                  className={cx(
                    'absolute top-[1.625rem] bottom-[-2px] left-[0.6875rem] w-1 rounded-full',
                    index < (stopped ? reached - 1 : reached) ? 'bg-copper-line' : 'bg-line',
                  )}
                />
              )}
              <Joint at={at} number={index + 1} last={index === steps.length - 1} />
              <span
                className={cx(
                  'min-w-0 flex-1 basis-24',
                  at === 'now' && 'font-[700]',
                  at === 'todo' && 'text-muted',
                )}
              >
                {step}
                {at === 'done' && <span className="sr-only"> (done)</span>}
              </span>
              {at !== 'todo' && event && (
                <time className="num text-s leading-6 text-muted">{timeOf(event, today)}</time>
              )}
              {at !== 'todo' && note && <p className="num w-full text-s text-muted">{note}</p>}
              {at !== 'todo' && late && <p className="num w-full text-s text-muted">{late}</p>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Shows the step's number, or a tick once done; a done joint is filled with copper. */
function Joint({ at, number, last }: { at: 'done' | 'now' | 'todo'; number: number; last: boolean }) {
  return (
    <span
      aria-hidden="true"
      data-filled={at === 'done' || undefined}
      className={cx(
        'num absolute top-0 left-0 grid size-[1.625rem] place-items-center rounded-full border-[3px] text-xs leading-none font-[700]',
        at === 'done' && 'border-copper-line bg-copper-line text-[#12242c]',
        at === 'now' && 'border-copper bg-paper text-copper',
        at === 'todo' && 'border-line-strong bg-paper text-muted',
      )}
    >
      {at === 'done' || last ? <Check className="size-3.5" strokeWidth={3} /> : number}
    </span>
  );
}

/** The event by which each step was last reached, since a job can be matched more than once. */
function lastOf(
  events: readonly BookingEvent[],
  stepOf: (event: string) => number | undefined,
  count: number,
): (BookingEvent | undefined)[] {
  const last = new Array<BookingEvent | undefined>(count).fill(undefined);
  for (const event of events) {
    const step = stepOf(event.type);
    if (step !== undefined) last[step] = event;
  }
  return last;
}

/** When it happened: of a step without a network, by the pro's device. */
function timeOf({ at, data }: BookingEvent, today: string): string {
  return inWords((data as Told).happenedAt ?? at, today);
}

/** What counts for money is when we learnt of a step. */
function lateText(event: BookingEvent, today: string): string | undefined {
  const reached = inWords(event.at, today);
  return reached === timeOf(event, today) ? undefined : `Reached us at ${reached}`;
}

interface Told {
  happenedAt?: string;
}

/** The time if it was today, otherwise the day, too. */
function inWords(instant: string, today: string): string {
  const { day, clock } = asLondon(instant);
  return day === today ? clock : `${formatDay(day, 'short')}, ${clock}`;
}
