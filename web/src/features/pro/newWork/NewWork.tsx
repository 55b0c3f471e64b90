// Further work on the page of a job that was done: its pro suggests it where the client lets them, and sees what became of it.
import { useState } from 'react';
import type { Job } from '@/api/jobs';
import type { Invitation } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { paths } from '@/shared/paths';
import { untilText } from '@/shared/until';
import { useHasPassed } from '@/shared/useHasPassed';
import { Button, ButtonLink } from '@/ui';
import { SuggestDialog } from './SuggestDialog';

/** Nothing where nothing may be suggested and nothing was. */
export function NewWork({ job }: { job: Job }) {
  const { new_work: suggested, new_work_until: until } = job;
  const [isOpen, setOpen] = useState(false);
  const isLate = useHasPassed(until ? Date.parse(until) : undefined);
  // A client gets one in 30 days, which is as long as one may be booked.
  const mayAgain = useHasPassed(suggested && Date.parse(suggested.until));
  const mayAtAll = until !== undefined && !isLate;
  const mayStill = mayAtAll && (!suggested || mayAgain);
  const isWaiting = mayAtAll && suggested !== undefined && suggested.state !== 'open' && !mayAgain;
  const next = isWaiting && Date.parse(suggested.until) < Date.parse(until) ? suggested.until : undefined;
  if (!suggested && !mayStill) return null;
  return (
    <section aria-labelledby="new-work" className="grid grid-cols-1 gap-2">
      <h2 id="new-work" tabIndex={-1} className="text-m">
        Further work
      </h2>
      {suggested ? (
        <Suggested suggested={suggested} />
      ) : (
        <p className="text-s text-muted">
          Your client lets you suggest further work. They get one suggestion in 30 days; what they book of it
          is offered to you alone.
        </p>
      )}
      {mayStill && (
        <Button look="quiet" size="small" className="justify-self-start" onClick={() => setOpen(true)}>
          Suggest further work
        </Button>
      )}
      {next && (
        <p className="num text-s text-muted">You can suggest something else from {untilText(next)}.</p>
      )}
      {isOpen && <SuggestDialog job={job} onClose={() => setOpen(false)} />}
    </section>
  );
}

function Suggested({ suggested }: { suggested: Invitation }) {
  const { text, readableName, bookingId } = suggested;
  return (
    <div className="card grid grid-cols-1 gap-2 p-4">
      <h3 className="text-m [overflow-wrap:anywhere]">{readableName}</h3>
      {text && (
        <blockquote dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
          “{text}”
        </blockquote>
      )}
      <p role="status" className="num text-s">
        {stateOf(suggested)}
      </p>
      {bookingId && isThere(suggested) && (
        <ButtonLink to={paths.master.job(bookingId)} look="quiet" size="small">
          See the job
        </ButtonLink>
      )}
    </div>
  );
}

/** Whether its page opens for the pro who was asked. */
function isThere({ bookingStatus }: Invitation): boolean {
  return bookingStatus !== undefined && factsOf(bookingStatus).phase !== 'cancelled';
}

function stateOf(suggested: Invitation): string {
  const { state, until } = suggested;
  if (state === 'open') return `Suggested. Your client can book it until ${untilText(until)}.`;
  if (state === 'booked') return isThere(suggested) ? 'Booked.' : 'Booked, and cancelled since.';
  return state === 'declined' ? 'Your client said no.' : 'It was not booked in time.';
}
