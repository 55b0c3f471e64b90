// What the client of a job disputes, for its pro.
import { useQueryClient } from '@tanstack/react-query';
import { appealAsPro } from '@/api/disputes';
import { type Job, jobQuery } from '@/api/jobs';
import type { Dispute } from '@/api/types';
import { asLondon, formatDay } from '@/shared/london';
import { formatPenceExact } from '@/shared/money';
import { useHasPassed } from '@/shared/useHasPassed';
import { Appeal } from '@/ui/dispute/Appeal';
import { DisputeSaid } from '@/ui/dispute/DisputeSaid';
import { JobPhoto } from '../job/JobPhoto';
import { AnswerForm } from './AnswerForm';

/** Nothing for a job that is not disputed. */
export function JobDisputes({ job }: { job: Job }) {
  return (job.disputes ?? []).map((dispute, index) => (
    <Card key={dispute.opened_at} id={`dispute-${index}`} job={job} dispute={dispute} />
  ));
}

function Card({ id, job, dispute }: { id: string; job: Job; dispute: Dispute }) {
  const { answer_by: until, appeal_until: appealUntil, status, origin } = dispute;
  const isCash = job.payment_method === 'cash';
  const queryClient = useQueryClient();
  const { queryKey } = jobQuery(job.id);
  const show = (appealed: Dispute) => {
    queryClient.setQueryData(
      queryKey,
      (before) =>
        before && {
          ...before,
          disputes: (before.disputes ?? []).map((one) =>
            one.opened_at === appealed.opened_at ? appealed : one,
          ),
        },
    );
    void queryClient.invalidateQueries({ queryKey });
  };
  const isOver = useHasPassed(until ? Date.parse(until) : undefined);
  return (
    <section aria-labelledby={id} className="card grid grid-cols-1 gap-4 p-4">
      <div className="grid gap-1">
        <h2 id={id} tabIndex={-1} className="text-m">
          {origin === 'bank'
            ? "The client's bank has taken the payment back"
            : 'The client disputes this job'}
        </h2>
        <p role="status" className="num">
          {status === 'open' ? frozen(origin, isCash) : decided(dispute, isCash)}
        </p>
      </div>
      <DisputeSaid dispute={dispute} reader="pro" photo={(url, alt) => <JobPhoto url={url} alt={alt} />} />
      {until && !isOver && (
        <>
          <p className="num text-s text-muted">
            You can answer until {asLondon(until).clock} on {formatDay(asLondon(until).day)}.
          </p>
          <AnswerForm id={job.id} card={id} />
        </>
      )}
      {appealUntil && (
        <Appeal card={id} until={appealUntil} send={(said) => appealAsPro(job.id, said)} onSent={show} />
      )}
    </section>
  );
}

/** The page does not know whether the job was paid out before. */
const IF_PAID_OUT = 'If it was paid out already, the same amount of your next earnings is frozen instead.';

function frozen(origin: Dispute['origin'], isCash: boolean): string {
  if (origin === 'bank') return `What you earned is frozen until the bank has decided. ${IF_PAID_OUT}`;
  return isCash
    ? 'The client paid you in cash, so none of your balance is frozen.'
    : `What you earned is frozen until it is decided. ${IF_PAID_OUT}`;
}

function decided({ bank_says: bankSays, refund_pence: refund = 0 }: Dispute, isCash: boolean): string {
  if (bankSays === 'took_over') return "It is closed: the client's bank decides instead of us.";
  if (bankSays === 'won') return 'The bank has decided that the payment stands: you keep what you earned.';
  if (bankSays === 'lost')
    return refund > 0
      ? `The bank has decided in the client's favour: ${formatPenceExact(refund)} was taken from your earnings and our fee.`
      : "The bank has decided in the client's favour. Nothing was taken from you.";
  if (isCash && refund === 0) return 'It is decided: you keep what the client paid you.';
  return refund > 0
    ? `It is decided: the client gets ${formatPenceExact(refund)} back.`
    : 'It is decided: the client gets nothing back.';
}
