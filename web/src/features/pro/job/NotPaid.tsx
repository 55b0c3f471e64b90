// A cash job that is done: its pro can say that the client did not pay, and reads what was decided about our fee.
import { useState } from 'react';
import { type Job, reportNotPaid } from '@/api/jobs';
import { formatPenceExact } from '@/shared/money';
import { useHasPassed } from '@/shared/useHasPassed';
import { Button } from '@/ui';
import { statementText, textLeft } from '@/ui/dispute/statement';
import { SayDialog } from './SayDialog';

export function NotPaid({ job }: { job: Job }) {
  const { not_paid: said, not_paid_until: until } = job;
  const [isOpen, setOpen] = useState(false);
  const isOver = useHasPassed(until ? Date.parse(until) : undefined);
  if (said) return <Said said={said} />;
  if (!until || isOver) return null;
  return (
    <>
      <Button look="quiet" size="small" className="justify-self-start" onClick={() => setOpen(true)}>
        The client did not pay
      </Button>
      {isOpen && (
        <SayDialog
          id={job.id}
          title="The client did not pay"
          description="Tell us what happened. We talk to the client, and decide whether you owe our fee."
          label="What happened"
          text={statementText}
          textLeft={textLeft}
          say={(text) => reportNotPaid(job.id, text)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Said({ said }: { said: NonNullable<Job['not_paid']> }) {
  const { text, verdict, words, waivedPence } = said;
  return (
    <section aria-labelledby="not-paid" className="card grid grid-cols-1 gap-2 p-4">
      <h2 id="not-paid" tabIndex={-1} className="text-m">
        {text ? 'You told us that the client did not pay' : 'Our fee for this job'}
      </h2>
      {text && (
        <p dir="auto" className="whitespace-pre-line text-muted [overflow-wrap:anywhere]">
          {text}
        </p>
      )}
      <p role="status" className="num">
        {!verdict && 'We are looking into it, and write to you.'}
        {verdict === 'waived' && `We have waived our fee of ${formatPenceExact(waivedPence)}.`}
        {verdict === 'upheld' && 'Our fee stays as it is.'} {words}
      </p>
    </section>
  );
}
