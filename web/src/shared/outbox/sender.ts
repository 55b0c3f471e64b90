// Sends what waits: one thing at a time, in one tab, and for each job in order. What was refused waits for its writer, and with it the steps of
// its job that come after it; messages go past it, since the client may have to be asked.
import { dropItems, isInHand, noteRefusal, type Refusal, type Waiting, waitingItems } from './items';

/** What became of one that was sent: 'offline' if nobody could be reached; `wait`: the server wants it later, in so many milliseconds. */
export type Outcome = 'taken' | 'offline' | { refusal: Refusal } | { wait: number };

export interface SenderOptions {
  send: (item: Waiting) => Promise<Outcome>;
  /** Whether it must wait for the steps of its job before it. */
  isStep: (item: Waiting) => boolean;
  /** Runs in one tab at a time. */
  alone?: (run: () => Promise<void>) => Promise<void>;
}

export interface Sender {
  /** Sends what can be sent; resolves when that is done. */
  flush: () => Promise<void>;
  close: () => void;
}

/** As long as nothing better is known. */
const FIRST_WAIT = 5000;
const LONGEST_WAIT = 60_000;

export function createSender({ send, isStep, alone = inOneTab }: SenderOptions): Sender {
  let isClosed = false;
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  /** Until when jobs rest of which the server wanted something later, Unix milliseconds. */
  const resting = new Map<string, number>();

  async function round(): Promise<void> {
    for (;;) {
      const now = Date.now();
      for (const [job, until] of resting) if (until <= now) resting.delete(job);
      const next = isClosed ? undefined : nextToSend(waitingItems(), isStep, resting);
      if (!next) break;
      const outcome = await send(next);
      if (isClosed || outcome === 'offline') return;
      if (outcome === 'taken') {
        failures = 0;
        dropItems([next.id]);
      } else if ('refusal' in outcome) noteRefusal(next.id, outcome.refusal);
      else resting.set(next.bookingId, Date.now() + (outcome.wait || usualWait(failures++)));
    }
    if (isClosed || resting.size === 0) return;
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), Math.max(0, Math.min(...resting.values()) - Date.now()));
  }

  function flush(): Promise<void> {
    if (isClosed) return Promise.resolve();
    isAskedAgain = running !== undefined;
    running ??= alone(round)
      .catch((error: unknown) => console.error(error))
      .then(() => {
        running = undefined;
        if (isAskedAgain) return flush();
      });
    return running;
  }

  return {
    flush,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

const usualWait = (failures: number) => Math.min(FIRST_WAIT * 2 ** failures, LONGEST_WAIT);

/** The first that may go now; undefined when there is none. */
export function nextToSend(
  items: readonly Waiting[],
  isStep: (item: Waiting) => boolean,
  resting: ReadonlyMap<string, unknown> = new Map(),
): Waiting | undefined {
  const stopped = new Set<string>();
  return items.find((item) => {
    const isHeld = item.refusal !== undefined || isInHand(item);
    if (isHeld && isStep(item)) stopped.add(item.bookingId);
    return !(isHeld || resting.has(item.bookingId) || (isStep(item) && stopped.has(item.bookingId)));
  });
}

/** A browser without locks sends from each tab: the server takes everything once. */
async function inOneTab(run: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(LOCK, { mode: 'exclusive' }, run);
  else await run();
}

/** Has no tab send what waits meanwhile, unless one is sending already. */
export async function beforeOthers<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  if (!navigator.locks) return run();
  return navigator.locks.request(LOCK, { mode: 'exclusive', ifAvailable: true }, run);
}

const LOCK = 'callout.outbox';
