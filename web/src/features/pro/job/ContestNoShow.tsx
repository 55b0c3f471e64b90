// A job whose client reported that the pro did not come: its pro may contest that, and reads what was decided.
import { useState } from 'react';
import { contestNoShow, type Job } from '@/api/jobs';
import { formatPenceExact } from '@/shared/money';
import { useHasPassed } from '@/shared/useHasPassed';
import { Button } from '@/ui';
import { statementText, textLeft } from '@/ui/dispute/statement';
import { SayDialog } from './SayDialog';

export function ContestNoShow({ job }: { job: Job }) {
  const { no_show: said, no_show_until: until, payment_method } = job;
  const [isOpen, setOpen] = useState(false);
  const isOver = useHasPassed(until ? Date.parse(until) : undefined);
  const isCash = payment_method === 'cash';
  if (said) return <Said said={said} isCash={isCash} />;
  if (!until || isOver) return null;
  return (
    <section aria-labelledby="no-show" className="card grid grid-cols-1 gap-2 p-4">
      <h2 id="no-show" className="text-m">
        The client says that you did not come
      </h2>
      <p>
        You were there? Tell us within 48 hours of the report.{' '}
        {isCash ? IN_CASH : 'If we find that you were, we pay your call-out.'}
      </p>
      <Button look="quiet" size="small" className="justify-self-start" onClick={() => setOpen(true)}>
        I was there
      </Button>
      {isOpen && (
        <SayDialog
          id={job.id}
          title="You were there?"
          description="Tell us when you came and what you did. We look at the job, talk to the client, and write to you."
          label="What happened"
          text={statementText}
          textLeft={textLeft}
          say={(text) => contestNoShow(job.id, text)}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

const IN_CASH =
  'The job was in cash: nothing was charged, so there is nothing to pay you from, but the report will not stand.';

function Said({ said, isCash }: { said: NonNullable<Job['no_show']>; isCash: boolean }) {
  const { text, verdict, words, amountPence } = said;
  return (
    <section aria-labelledby="no-show" className="card grid grid-cols-1 gap-2 p-4">
      <h2 id="no-show" tabIndex={-1} className="text-m">
        You told us that you were there
      </h2>
      {text && (
        <p dir="auto" className="whitespace-pre-line text-muted [overflow-wrap:anywhere]">
          {text}
        </p>
      )}
      <p role="status" className="num">
        {!verdict && 'We are looking into it, and write to you.'}
        {verdict === 'stands' && 'The client’s report stands.'}
        {verdict === 'overturned' && made(amountPence, isCash)} {words}
      </p>
    </section>
  );
}

function made(pence: number, isCash: boolean): string {
  if (pence > 0) return `Your visit counts as made. We pay you ${formatPenceExact(pence)}.`;
  return isCash
    ? 'Your visit counts as made. The job was in cash, so there is nothing to pay you from.'
    : 'Your visit counts as made.';
}
