// The chats of the pro's jobs behind the header's icon, over every page of the area.
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { endOf, fetchJobs, type Job } from '@/api/jobs';
import { keys } from '@/api/keys';
import { onDevice } from '@/api/onDevice';
import { whenOf } from '@/shared/bookingWords';
import { Button, Dialog, EmptyState, IconButton, Skeleton } from '@/ui';
import { AsOf } from '@/ui/AsOf';
import { ChatPanel } from '@/ui/chat/ChatPanel';
import { UnreadBadge } from '@/ui/chat/UnreadBadge';
import { clientOf } from './JobChat';
import { useUnread } from './unread';

/** Of each list. A pro has hardly more jobs to be done at once, or more chats that still go on after them. */
const MOST = 50;

export function ChatDrawer() {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Job>();
  const unread = useUnread();
  const change = (open: boolean) => {
    setOpen(open);
    if (!open) setChosen(undefined);
  };
  return (
    <>
      <span className="relative">
        <IconButton
          label={unread > 0 ? `Chats, ${unread} new` : 'Chats'}
          icon={<MessageCircle aria-hidden="true" className="size-5" />}
          onClick={() => setOpen(true)}
        />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="num pointer-events-none absolute top-0 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-action px-1 text-xs leading-none font-[700] text-on-action"
          >
            {Math.min(unread, 99)}
          </span>
        )}
      </span>
      <Dialog open={isOpen} onOpenChange={change} title={chosen ? `Chat with ${clientOf(chosen)}` : 'Chats'}>
        {chosen ? <Chosen job={chosen} back={() => setChosen(undefined)} /> : <Chats choose={setChosen} />}
      </Dialog>
    </>
  );
}

function Chosen({ job, back }: { job: Job; back: () => void }) {
  return (
    <>
      <Button
        look="plain"
        size="small"
        className="-ml-3.5 justify-self-start self-start"
        icon={<ArrowLeft aria-hidden="true" className="size-4" />}
        onClick={back}
      >
        All chats
      </Button>
      <ChatPanel
        bookingId={job.id}
        state={job.chat ?? 'read_only'}
        peer={clientOf(job)}
        phone={job.customer_phone}
        as="person"
        isTall
      />
    </>
  );
}

/** The active jobs first, then the completed ones whose chat still goes on or holds something new. */
async function fetchChats(signal: AbortSignal): Promise<Job[]> {
  const [active, completed] = await Promise.all([
    fetchJobs({ filter: 'active', limit: MOST }, signal),
    fetchJobs({ filter: 'completed', limit: MOST }, signal),
  ]);
  const chats = active.items.filter((job) => job.chat);
  // A job that is being completed may be in both lists.
  const known = new Set(chats.map(({ id }) => id));
  const goesOn = (job: Job) => job.chat === 'open' || (job.unread ?? 0) > 0;
  return [...chats, ...completed.items.filter((job) => goesOn(job) && !known.has(job.id))];
}

const CHATS = keys.pro.jobs.list('chats');

function Chats({ choose }: { choose: (job: Job) => void }) {
  const { data, isError, isPending, refetch } = useQuery({
    queryKey: CHATS,
    queryFn: ({ signal }) => fetchChats(signal),
    staleTime: 0,
    ...onDevice<Job[]>(CHATS, (jobs) => Math.max(0, ...jobs.map(endOf))),
  });
  return (
    <>
      <AsOf
        queryKey={CHATS}
        hasFailed={isError}
        retry={() => void refetch()}
        fallback="Failed to load your chats"
      />
      {isPending && <Skeleton className="h-24" label="Loading your chats" />}
      {data && <ChatList jobs={data} choose={choose} />}
    </>
  );
}

function ChatList({ jobs, choose }: { jobs: readonly Job[]; choose: (job: Job) => void }) {
  if (jobs.length === 0)
    return (
      <EmptyState title="No chats yet">A chat with the client opens when you have taken a job.</EmptyState>
    );
  return (
    <ul className="grid grid-cols-1 gap-2">
      {jobs.map((job) => (
        <li key={job.id}>
          <button
            type="button"
            className="card flex w-full flex-wrap items-center justify-between gap-2 p-3 text-left hover:border-line-strong"
            onClick={() => choose(job)}
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <strong className="block font-[650]">{clientOf(job)}</strong>
              <span className="num block text-s text-muted">
                {job.readable_name} · {whenOf(job)}
              </span>
            </span>
            <UnreadBadge unread={job.unread} />
          </button>
        </li>
      ))}
    </ul>
  );
}
