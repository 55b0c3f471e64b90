// The steps of jobs among what waits.
import { useMemo } from 'react';
import type { Job } from '@/api/jobs';
import { isUnreachable } from '@/api/problem';
import type { BookingStatus } from '@/api/types';
import { isOffline } from '@/shared/connection';
import {
  dropItems,
  isInHand,
  letWait,
  newItem,
  queueItem,
  takeInHand,
  useWaitingItems,
  type Waiting,
  waitingItems,
} from '@/shared/outbox/items';
import { forgetWaitingPhotos, referencesIn } from '@/shared/outbox/photos';
import { beforeOthers } from '@/shared/outbox/sender';
import { kindOf, kinds, type StepKind, type StepOf } from './kinds';

export function isStep(item: Waiting): boolean {
  return kindOf(item)?.words !== undefined;
}

/** Those of all jobs, or of one. */
export function waitingSteps(bookingId?: string): Waiting[] {
  return stepsOf(waitingItems(), bookingId);
}

export function useWaitingSteps(bookingId?: string): readonly Waiting[] {
  const items = useWaitingItems();
  return useMemo(() => stepsOf(items, bookingId), [items, bookingId]);
}

function stepsOf(items: readonly Waiting[], bookingId?: string): Waiting[] {
  return items.filter(
    (item) => isStep(item) && !isInHand(item) && (bookingId === undefined || item.bookingId === bookingId),
  );
}

/** What cannot wait was to be sent without a connection, or behind what waits. */
export class NeedsConnection extends Error {
  override readonly name = 'NeedsConnection';
}

/** Takes a step of a job at once or, without a connection or behind others that wait, as soon as that can be: then nothing is returned. */
export async function takeStep<Name extends StepKind>(
  kind: Name,
  bookingId: string,
  what: StepOf<Name>,
): Promise<Job | undefined> {
  const item = newItem(kind, bookingId, what);
  const take = () => kinds[kind].take(bookingId, what, { id: item.id });
  const waits = mustWait(bookingId, what);
  if (kinds[kind].isForNow(what)) {
    if (waits) throw new NeedsConnection(whyNotNow(bookingId));
    return take();
  }
  if (!waits) return beforeOthers(() => takeOrKeep(item, take));
  queueItem(item);
}

/** It is on this device before it is sent, so that a page that ends in the middle of it sends it when it is opened again. */
async function takeOrKeep(item: Waiting, take: () => Promise<Job>): Promise<Job | undefined> {
  takeInHand(item);
  try {
    const job = await take();
    dropItems([item.id]);
    return job;
  } catch (error) {
    // It may have arrived: under its name it is taken once.
    if (isUnreachable(error)) letWait(item.id);
    else {
      dropItems([item.id]);
      throw error;
    }
  }
}

function mustWait(bookingId: string, what: unknown): boolean {
  return (
    isOffline() ||
    referencesIn(what).length > 0 ||
    waitingItems().some((item) => isStep(item) && item.bookingId === bookingId)
  );
}

function whyNotNow(bookingId: string): string {
  return waitingSteps(bookingId).length > 0
    ? 'The steps of this job that are not sent yet go first.'
    : 'This needs a connection: it cannot wait on this device.';
}

/** Gives steps up, with their photos. */
export function giveUp(items: readonly Waiting[]): void {
  dropItems(items.map(({ id }) => id));
  void forgetWaitingPhotos(items.flatMap(({ what }) => referencesIn(what)));
}

/** The job as it will stand once its steps have been sent, up to one that was refused. */
export function asIfTaken(job: Job, steps: readonly Waiting[]): Job {
  const stop = steps.findIndex(({ refusal }) => refusal !== undefined);
  const taken = { ...job, events: [...(job.events ?? [])] };
  for (const { what, at } of stop < 0 ? steps : steps.slice(0, stop)) {
    const { status } = what as { status?: BookingStatus };
    if (status === undefined || status === taken.status) continue;
    const seq = (taken.events.at(-1)?.seq ?? 0) + 1;
    taken.status = status;
    taken.events.push({ seq, type: status, at: new Date(at).toISOString(), data: {} });
  }
  return steps.length === 0 ? job : taken;
}
