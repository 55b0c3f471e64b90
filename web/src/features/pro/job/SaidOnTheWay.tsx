// What a pro says in one tap before the work: that they are late, or that they are there.
import { useRef } from 'react';
import { type Job, type LateMinutes, lateMinutes, sayHere, sayLate } from '@/api/jobs';
import { factsOf } from '@/shared/bookingStatus';
import { randomId } from '@/shared/id';
import { asLondon } from '@/shared/london';
import { useHasPassed } from '@/shared/useHasPassed';
import { Button } from '@/ui';
import { Problem } from '@/ui/Problem';
import { here, NoPlace } from '../position/here';
import { useSaid } from './useSaid';

/** Milliseconds before the window from which the server takes either. */
const EARLY = 2 * 60 * 60_000;

/** Nothing once the pro is at the door or at work. */
export function SaidOnTheWay({ job }: { job: Job }) {
  const from = job.at_the_door_from;
  const isNear = useHasPassed(from ? Date.parse(from) - EARLY : undefined);
  if (!factsOf(job.status).isProComing || job.not_home || !isNear) return null;
  return (
    <section aria-labelledby="on-the-way-title" className="card grid grid-cols-1 gap-3 p-4">
      <h2 id="on-the-way-title" className="text-m">
        Tell your client
      </h2>
      <RunningLate job={job} />
      <ImHere job={job} />
    </section>
  );
}

function RunningLate({ job: { id, running_late: late } }: { job: Job }) {
  // The same key for the same tap, however often it is sent.
  const keys = useRef(new Map<LateMinutes, string>());
  const { isBusy, send, problem } = useSaid<LateMinutes>({
    id,
    say: async (minutes) => {
      const key = keys.current.get(minutes) ?? randomId();
      keys.current.set(minutes, key);
      const job = await sayLate(id, minutes, key);
      keys.current.delete(minutes);
      return job;
    },
  });
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="mb-2 text-s text-muted">Running late by</legend>
      <div className="grid grid-cols-4 gap-2">
        {lateMinutes.map((minutes) => (
          <Button
            key={minutes}
            look="quiet"
            size="small"
            className="num px-1!"
            aria-disabled={isBusy}
            onClick={() => !isBusy && send(minutes)}
          >
            {minutes} min
          </Button>
        ))}
      </div>
      <p role="status" className="num text-s text-muted empty:hidden">
        {late &&
          `Your client knows you are about ${late.minutes} minutes late (said at ${asLondon(late.saidAt).clock}).`}
      </p>
      <Problem text={problem} />
    </fieldset>
  );
}

function ImHere({ job: { id, here_at: saidAt } }: { job: Job }) {
  const { isBusy, send, problem } = useSaid<void>({
    id,
    // Without a place it is a message alone.
    say: async () => sayHere(id, await here().catch(placeless)),
  });
  return (
    <div className="grid grid-cols-1 gap-2">
      <Button
        look="quiet"
        size="small"
        className="justify-self-start"
        busy={isBusy}
        busyText="Telling…"
        onClick={() => send()}
      >
        I'm here
      </Button>
      <p role="status" className="num text-s text-muted">
        {saidAt
          ? `Your client knows you are here (said at ${asLondon(saidAt).clock}). We could not tell from your location.`
          : 'Your location is checked once and not kept.'}
      </p>
      <Problem text={problem} />
    </div>
  );
}

function placeless(error: unknown): undefined {
  if (error instanceof NoPlace) return undefined;
  throw error;
}
