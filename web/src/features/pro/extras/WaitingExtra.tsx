// Extra work that waits for the client, with the way to take it back.
import { Hourglass } from 'lucide-react';
import { withdrawExtra } from '@/api/changeOrders';
import type { Job, JobChangeOrder } from '@/api/jobs';
import { problemText } from '@/api/problem';
import { asLondon } from '@/shared/london';
import { formatPence } from '@/shared/money';
import { serverNow } from '@/shared/session';
import { useHasPassed } from '@/shared/useHasPassed';
import { Button } from '@/ui';
import { ExtraLines } from '@/ui/ExtraLines';
import { Problem } from '@/ui/Problem';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { useJobExtra } from './useJobExtra';

export function WaitingExtra({ job, order }: { job: Job; order: JobChangeOrder }) {
  const box = useFocusHandedTo<HTMLElement>('page-title');
  const { mutate, isPending, error } = useJobExtra(job.id, () => withdrawExtra(job.id, order.number));
  // What it says changes then.
  useHasPassed(Date.parse(order.until));
  return (
    <section ref={box} aria-labelledby="waiting-extra" className="card grid gap-4 border-copper-line p-4">
      <div>
        <h2 id="waiting-extra" className="text-m">
          Extra work suggested
        </h2>
        <p role="status" className="num flex items-start gap-2 text-s text-muted">
          <Hourglass aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {waitingText(order)}
        </p>
      </div>
      <ExtraLines order={order} sum="Extra in all" />
      <p className="num text-s text-muted">
        Your share is {formatPence(order.netPence)} (fee {formatPence(order.feePence)}). Don't start until it
        is approved.
      </p>
      <Problem text={error && problemText(error, 'It could not be taken back. Please try again.')} />
      <Button look="quiet" size="small" busy={isPending} busyText="Taking back…" onClick={() => mutate()}>
        Take back
      </Button>
    </section>
  );
}

function waitingText({ status, until }: JobChangeOrder): string {
  const text = status === 'open' ? 'Waiting for the client' : 'Approved: waiting for the payment';
  // The server says in a moment what has become of it.
  return Date.parse(until) <= serverNow() ? text : `${text} until ${asLondon(until).clock}`;
}
