// A job that is not what was booked: the way to say so, and what has become of it, all in one place.
import { CircleAlert, Hourglass } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '@/api/jobs';
import { withdrawMismatch } from '@/api/mismatch';
import { problemText } from '@/api/problem';
import type { Mismatch } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { openExtra } from '@/shared/extraWork';
import { asLondon } from '@/shared/london';
import { formatPence } from '@/shared/money';
import { useHasPassed } from '@/shared/useHasPassed';
import { Banner, Button } from '@/ui';
import { Problem } from '@/ui/Problem';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { useJobExtra } from '../extras/useJobExtra';
import { JobPhoto } from '../job/JobPhoto';
import { NotAsBookedDialog } from './NotAsBookedDialog';

/** While the pro is at work on what somebody pays for. */
export function NotAsBooked({ job }: { job: Job }) {
  const said = job.not_as_booked;
  if (factsOf(job.status).phase !== 'in_progress' || job.puts_right) return null;
  if (said && !said.outcome) return <Waiting key={said.number} job={job} said={said} />;
  return (
    <>
      <div role="status" className="empty:hidden">
        <LastAnswer said={said} />
      </div>
      {!openExtra(job.change_orders) && <Say job={job} />}
    </>
  );
}

function Say({ job }: { job: Job }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        icon={<CircleAlert aria-hidden="true" className="size-5" />}
        onClick={() => setOpen(true)}
      >
        Not what was booked
      </Button>
      {isOpen && <NotAsBookedDialog job={job} onClose={() => setOpen(false)} />}
    </>
  );
}

function LastAnswer({ said }: { said: Mismatch | undefined }) {
  if (said?.outcome === 'replaced')
    return (
      <Banner tone="good">
        <span className="num">
          Your client has agreed to {formatPence(said.pricePence ?? 0)} in all. You can go ahead.
        </span>
      </Banner>
    );
  if (said?.outcome === 'talked')
    return (
      <Banner tone="neutral">
        Your client wants to talk. Until you agree on something the job goes on as booked.
      </Banner>
    );
  return null;
}

function Waiting({ job, said }: { job: Job; said: Mismatch }) {
  const box = useFocusHandedTo<HTMLElement>('page-title');
  const isOver = useHasPassed(Date.parse(said.until));
  const { mutate, isPending, error } = useJobExtra(job.id, () => withdrawMismatch(job.id, said.number));
  return (
    <section
      ref={box}
      aria-labelledby="waiting-mismatch"
      className="card grid grid-cols-1 gap-4 border-copper-line p-4"
    >
      <div>
        <h2 id="waiting-mismatch" tabIndex={-1} className="text-m">
          You said this is not what was booked
        </h2>
        <p role="status" className="num flex items-start gap-2 text-s text-muted">
          <Hourglass aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {waitingText(said, isOver)}
        </p>
      </div>
      <blockquote dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
        “{said.text}”
      </blockquote>
      {said.photoUrl && <JobPhoto url={said.photoUrl} alt="What you found" />}
      <p className="num text-s text-muted">
        {said.pricePence !== undefined && `You would do it for ${formatPence(said.pricePence)} in all. `}
        Don't go on until it is settled. If you take it back, the job goes on as booked.
      </p>
      <Problem text={error && problemText(error, 'It could not be taken back. Please try again.')} />
      <Button look="quiet" size="small" busy={isPending} busyText="Taking back…" onClick={() => mutate()}>
        Take back
      </Button>
    </section>
  );
}

function waitingText({ choice, until }: Mismatch, isOver: boolean): string {
  if (choice === 'price') return 'Your client agrees to your price: waiting for the payment';
  return isOver
    ? 'Your client has not chosen. We are looking into it, and get in touch with you.'
    : `Waiting for the client until ${asLondon(until).clock}`;
}
