// A client who does not open: the pro says that they are at the door, waits for 15 minutes, and reports it.
import { useState } from 'react';
import { type Job, reportNotHome, sayAtTheDoor } from '@/api/jobs';
import { hasEnded } from '@/shared/bookingStatus';
import { asLondon } from '@/shared/london';
import { formatPenceExact } from '@/shared/money';
import { useHasPassed } from '@/shared/useHasPassed';
import { Button } from '@/ui';
import { Problem } from '@/ui/Problem';
import { here } from '../position/here';
import { reason, reasonLeft } from '../work/reason';
import { SayDialog } from './SayDialog';
import { useSaid } from './useSaid';

export function NotHome({ job }: { job: Job }) {
  const { id, not_home: said, at_the_door_from: from } = job;
  const mayArrive = useHasPassed(from ? Date.parse(from) : undefined);
  if (!said) return from && mayArrive ? <Arrive id={id} /> : null;
  if (said.text === undefined) return said.reportFrom ? <Waiting id={id} from={said.reportFrom} /> : null;
  return <Said said={said} isOver={hasEnded(job.status)} />;
}

/** The first of two steps: it tells the client, and the 15 minutes begin. */
function Arrive({ id }: { id: string }) {
  const { isBusy, send, problem } = useSaid<void>({
    id,
    say: async () => sayAtTheDoor(id, await here()),
  });
  return (
    <div className="grid grid-cols-1 gap-2">
      <Button
        look="quiet"
        size="small"
        className="justify-self-start"
        busy={isBusy}
        busyText="Checking…"
        onClick={() => send()}
      >
        Nobody is answering the door
      </Button>
      <p className="text-s text-muted">
        We tell the client that you are at the door. Your location is checked once and not kept.
      </p>
      <Problem text={problem} />
    </div>
  );
}

function Waiting({ id, from }: { id: string; from: string }) {
  const [isOpen, setOpen] = useState(false);
  const mayReport = useHasPassed(Date.parse(from));
  return (
    <section aria-labelledby="not-home" className="card grid grid-cols-1 gap-2 p-4">
      <h2 id="not-home" className="text-m">
        You are at the door
      </h2>
      <p role="status" className="num">
        {mayReport
          ? 'Still nobody? Tell us, and we decide whether the client pays for your visit.'
          : `The client knows. Please wait and call them; from ${asLondon(from).clock} you can tell us that nobody is at home.`}
      </p>
      {mayReport && (
        <Button look="quiet" size="small" className="justify-self-start" onClick={() => setOpen(true)}>
          Nobody is at home
        </Button>
      )}
      {isOpen && (
        <SayDialog
          id={id}
          title="Nobody is at home"
          description="Tell us what you did to reach the client. We decide, and write to you both. Your location is checked once and not kept."
          label="What you did"
          text={reason}
          textLeft={reasonLeft}
          say={async (text) => reportNotHome(id, { text, ...(await here()) })}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

function Said({ said, isOver }: { said: NonNullable<Job['not_home']>; isOver: boolean }) {
  const { text, verdict, words, amountPence } = said;
  return (
    <section aria-labelledby="not-home" className="card grid grid-cols-1 gap-2 p-4">
      <h2 id="not-home" tabIndex={-1} className="text-m">
        You told us that nobody was at home
      </h2>
      {text && (
        <p dir="auto" className="whitespace-pre-line text-muted [overflow-wrap:anywhere]">
          {text}
        </p>
      )}
      <p role="status" className="num">
        {!verdict &&
          (isOver ? 'The job ended before this was decided.' : 'We are looking into it, and write to you.')}
        {verdict === 'goes_on' && 'The visit is still going ahead.'}
        {verdict === 'charged' &&
          (amountPence > 0
            ? `The job is cancelled. The client pays ${formatPenceExact(amountPence)} for your visit.`
            : 'The job is cancelled. The client pays nothing.')}{' '}
        {words}
      </p>
    </section>
  );
}
