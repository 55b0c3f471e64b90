// Which answers are kept on this device, so that their screens open without a network, after a reload, too.
import type { QueryClient } from '@tanstack/react-query';
import { forgetAnswer, keepAnswer, keptAnswer } from '@/shared/keptAnswers';
import { personHere } from '@/shared/ofPerson';
import { serverNow } from '@/shared/session';
import { isRefusal } from './problem';

export const DAY = 24 * 60 * 60 * 1000;

type Until<Answer> = (answer: Answer) => number;

const nameOf = (queryKey: readonly unknown[]) => JSON.stringify(queryKey);

/** Spread into the options of a query: keeps its answer until then (Unix milliseconds), and begins with what is kept; it is asked anew all the same. */
export function onDevice<Answer>(queryKey: readonly unknown[], until: Until<Answer>) {
  return {
    meta: { until: until as Until<unknown> },
    initialData: () => keptOnDevice<Answer>(queryKey),
    initialDataUpdatedAt: 0,
  };
}

export function keptOnDevice<Answer>(queryKey: readonly unknown[]): Answer | undefined {
  return keptAnswer(nameOf(queryKey))?.answer as Answer | undefined;
}

/** When what is kept was answered, Unix milliseconds. */
export function seenOnDevice(queryKey: readonly unknown[]): number | undefined {
  return keptAnswer(nameOf(queryKey))?.seenAt;
}

/** Keeps the answers of such queries, until the returned function is called. */
export function keepAnswers(queryClient: QueryClient): () => void {
  const askedBy = new Map<string, string>();
  return queryClient.getQueryCache().subscribe((event) => {
    const until = event.query.meta?.until as Until<unknown> | undefined;
    if (event.type !== 'updated' || !until) return;
    const key = nameOf(event.query.queryKey);
    const { action } = event;
    if (action.type === 'fetch') askedBy.set(key, personHere());
    else if (action.type === 'success' && action.data !== undefined)
      keepAnswer(askedBy.get(key) ?? personHere(), {
        key,
        answer: action.data,
        until: Math.max(until(action.data), serverNow()) + DAY,
      });
    else if (action.type === 'error' && isRefusal(action.error)) forgetAnswer(key);
  });
}
