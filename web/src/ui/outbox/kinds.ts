// What can wait for a connection, and how each kind of it is sent. A new kind of step is a line of `kinds`: its call, and what it is named while
// it waits.
import type { QueryClient } from '@tanstack/react-query';
import { type ChatMessage, sendChatMessage } from '@/api/chat';
import { type Job, type JobStep, jobQuery, moveJob, type SentStep } from '@/api/jobs';
import { keys } from '@/api/keys';
import type { Waiting } from '@/shared/outbox/items';
import { MESSAGE, type MessageText } from '@/shared/outbox/messages';
import { askServerTime, isClockKnown, serverNow } from '@/shared/session';
import { withMessage } from '../chat/messages';

export interface Kind<What> {
  /** Has the server take it, and answers with what that changes on the screens. */
  send: (item: Waiting, what: What) => Promise<(queryClient: QueryClient) => void>;
  /** Of a step: its name while it waits. Steps wait for the steps of their job before them. */
  words?: (what: What) => string;
  /** Of a step: has the server take it at once. */
  take?: (bookingId: string, what: What, sent: SentStep) => Promise<Job>;
  /** Whether it cannot wait: it says where the pro is now, or is refused a minute later. */
  isForNow?: (what: What) => boolean;
}

const moves: Record<JobStep['status'], string> = {
  en_route: 'On my way',
  assigned: 'Not on my way',
  in_progress: 'Start work',
  completed: 'Mark as done',
};

export const kinds = {
  [MESSAGE]: { send: sendMessage } satisfies Kind<MessageText>,
  move: step(
    moveJob,
    ({ status }: JobStep) => moves[status],
    (what) => 'withoutCode' in what || what.status === 'assigned',
  ),
};

export type StepKind = Exclude<keyof typeof kinds, typeof MESSAGE>;
/** What a kind of step sends. */
export type StepOf<Name extends StepKind> = Parameters<(typeof kinds)[Name]['take']>[1];

/** Undefined for one that only a newer version of this page knows. */
export function kindOf({ kind }: Waiting): Kind<unknown> | undefined {
  return Object.hasOwn(kinds, kind) ? (kinds[kind as keyof typeof kinds] as Kind<unknown>) : undefined;
}

/** A step that answers with the job as it then stands. */
function step<What>(
  take: (bookingId: string, what: What, sent: SentStep) => Promise<Job>,
  words: (what: What) => string,
  isForNow: (what: What) => boolean = () => false,
) {
  return {
    take,
    words,
    isForNow,
    send: async (item: Waiting, what: What) => {
      const job = await take(item.bookingId, what, { id: item.id, happenedAt: await happenedAt(item) });
      return (queryClient: QueryClient) => putJob(queryClient, job);
    },
  };
}

/** When it was pressed, by the server's clock: this device's may be wrong, but hardly changes while something waits. */
async function happenedAt({ at }: Waiting): Promise<string> {
  if (!isClockKnown()) await askServerTime();
  return new Date(serverNow() - Math.max(0, Date.now() - at)).toISOString();
}

/** Shows where the job stands now. */
export function putJob(queryClient: QueryClient, job: Job): void {
  queryClient.setQueryData(jobQuery(job.id).queryKey, job);
  for (const queryKey of [keys.pro.jobs.all, keys.pro.payouts, keys.pro.badges.all])
    void queryClient.invalidateQueries({ queryKey });
}

async function sendMessage({ id, bookingId }: Waiting, { text, proId, as }: MessageText) {
  const message = await sendChatMessage(bookingId, { clientId: id, text, toId: proId }, as);
  return (queryClient: QueryClient) => {
    queryClient.setQueryData<ChatMessage[]>(
      keys.chat(bookingId, proId),
      (before) => before && withMessage(before, message),
    );
  };
}
