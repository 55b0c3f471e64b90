// Extra work on a job that is under way: the way to suggest it, and what has become of what was suggested.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Job, JobChangeOrder } from '@/api/jobs';
import { factsOf } from '@/shared/bookingStatus';
import { openExtra } from '@/shared/extraWork';
import { formatPence } from '@/shared/money';
import { Banner, Button, type Tone } from '@/ui';
import { ExtraLines } from '@/ui/ExtraLines';
import { ExtraDialog } from './ExtraDialog';
import { WaitingExtra } from './WaitingExtra';

export function ExtraWork({ job }: { job: Job }) {
  const orders = (job.change_orders ?? []).filter(({ replaces }) => !replaces);
  const open = openExtra(orders);
  // First it is settled what the job is.
  const waits = job.not_as_booked && !job.not_as_booked.outcome;
  const approved = orders.filter(({ status }) => status === 'approved');
  const isAtWork = factsOf(job.status).phase === 'in_progress';
  if (!isAtWork && approved.length === 0) return null;
  return (
    <>
      <div role="status" className="empty:hidden">
        {isAtWork && <LastAnswer order={orders.at(-1)} />}
      </div>
      {isAtWork && open && <WaitingExtra key={open.number} job={job} order={open} />}
      {approved.map((order) => (
        <section key={order.number} aria-labelledby={`extra-${order.number}`} className="card grid gap-2 p-4">
          <h2 id={`extra-${order.number}`} className="text-m">
            Extra work, approved
          </h2>
          <ExtraLines order={order} sum="Added to the price" />
        </section>
      ))}
      {isAtWork && !open && !waits && !job.puts_right && <Suggest job={job} />}
    </>
  );
}

function LastAnswer({ order }: { order: JobChangeOrder | undefined }) {
  const said = order && answers[order.status];
  if (!said) return null;
  return (
    <Banner tone={said.tone}>
      <span className="num">{said.text(formatPence(order.sumPence))}</span>
    </Banner>
  );
}

const answers: Partial<Record<JobChangeOrder['status'], { tone: Tone; text: (sum: string) => string }>> = {
  approved: {
    tone: 'good',
    text: (sum) => `Your client has approved ${sum} of extra work. You can go ahead.`,
  },
  declined: { tone: 'neutral', text: (sum) => `Your client has declined ${sum} of extra work.` },
  expired: { tone: 'neutral', text: (sum) => `Your client did not approve ${sum} of extra work in time.` },
};

function Suggest({ job }: { job: Job }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        icon={<Plus aria-hidden="true" className="size-5" />}
        onClick={() => setOpen(true)}
      >
        Add extra work or parts
      </Button>
      {isOpen && <ExtraDialog job={job} onClose={() => setOpen(false)} />}
    </>
  );
}
