// One event stream for all tabs of a browser, since the server counts streams and each costs a connection: whichever tab has the lock reads the
// stream and passes on what it reads; when it goes, the next in the queue takes over after the last event it has seen. A browser without Web Locks
// has a stream for each tab.
import { type EventStreamOptions, openEventStream, type StreamEvent, type StreamState } from './eventStream';
import { randomId } from './id';

export interface SharedStreamOptions extends EventStreamOptions {
  /** Whose stream it is: another person's tabs have their own. */
  person: string;
}

/** The reading tab says this often that it is there, milliseconds. */
const BEAT = 15_000;
/** After this long without a word from the reading tab, which may be frozen, another takes its place. */
const SILENCE = 45_000;
/** Up to so much longer by chance, so that not all take it at once. */
const APART = 5_000;
/** A tab in the background says nothing by itself, since its timers hardly run, but answers when it is asked: within this time. */
const ANSWER = 5_000;
/** How many events are kept for tabs that join later. */
const KEPT = 200;

type Message =
  | { kind: 'hello'; from: string; after: string | undefined }
  | {
      kind: 'welcome';
      to: string;
      state: StreamState;
      position: string | undefined;
      events: StreamEvent[];
      isWhole: boolean;
    }
  | { kind: 'leading' }
  | { kind: 'ask' }
  | { kind: 'beat' }
  | { kind: 'state'; state: StreamState }
  | { kind: 'event'; event: StreamEvent };

/** Follows the stream until the returned function is called, or the server refuses. */
export function openSharedStream({ person, ...options }: SharedStreamOptions): () => void {
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return openEventStream(options);
  return join(`callout.stream ${person} ${options.url}`, options);
}

function join(name: string, options: EventStreamOptions): () => void {
  const self = randomId();
  const channel = new BroadcastChannel(name);
  /** What this tab has seen; an event that comes twice is dropped. */
  let position = options.lastEventId;
  let state: StreamState | undefined;
  let leading: ReturnType<typeof lead> | undefined;
  let alone: (() => void) | undefined;
  let waiting = new AbortController();
  let watch: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const tell = (message: Message) => channel.postMessage(message);
  const setState = (next: StreamState, status?: number) => {
    if (next === state) return;
    state = next;
    options.onState(next, status);
    // Whoever is next in the queue asks for itself.
    if (next === 'refused') leave();
  };
  const take = (event: StreamEvent) => {
    if (event.id !== undefined) {
      if (!isAfter(event.id, position)) return;
      position = event.id;
    }
    options.onEvent(event);
  };
  const hello = () => tell({ kind: 'hello', from: self, after: position });

  /** Waits in the queue, and reads the stream once it is this tab's turn. */
  function queue(how: LockOptions): void {
    let own: typeof leading;
    const turn = navigator.locks.request(name, how, () => {
      if (isClosed || alone) return;
      clearTimeout(watch);
      return new Promise<void>((release) => {
        own = lead({ ...options, lastEventId: position }, { tell, take, setState, release });
        leading = own;
      });
    });
    turn.catch((error: unknown) => {
      if (own && own === leading) stop();
      if (isClosed || alone) return;
      // The lock was taken from this tab, which then follows. Otherwise the tab has left the queue by itself, or there are no locks here.
      if (own) follow();
      else if (!(error instanceof DOMException && error.name === 'AbortError')) goAlone();
    });
  }

  function stop(): void {
    leading?.end();
    leading = undefined;
  }

  function follow(): void {
    waiting = new AbortController();
    queue({ signal: waiting.signal });
    hello();
    heard();
  }

  /** The reading tab lives; without such a sign for a while it is asked, and without an answer this one takes its place. */
  function heard(): void {
    clearTimeout(watch);
    watch = setTimeout(
      () => {
        tell({ kind: 'ask' });
        watch = setTimeout(() => {
          waiting.abort();
          queue({ steal: true });
        }, ANSWER);
      },
      SILENCE + Math.random() * APART,
    );
  }

  /** What this tab has missed can no longer be had from another. */
  function goAlone(): void {
    clearTimeout(watch);
    waiting.abort();
    alone = openEventStream({ ...options, lastEventId: position, onState: setState, onEvent: take });
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (isClosed || alone) return;
    if (leading) {
      if (data.kind === 'hello') tell(leading.welcome(data.from, data.after));
      if (data.kind === 'ask') tell({ kind: 'beat' });
      return;
    }
    if (data.kind === 'hello' || data.kind === 'ask' || (data.kind === 'welcome' && data.to !== self)) return;
    heard();
    if (data.kind === 'leading') hello();
    else if (data.kind === 'event') take(data.event);
    else if (data.kind === 'state') setState(data.state);
    else if (data.kind === 'welcome') {
      if (!data.isWhole) return goAlone();
      position ??= data.position;
      setState(data.state);
      for (const event of data.events) take(event);
    }
  };

  function leave(): void {
    isClosed = true;
    clearTimeout(watch);
    waiting.abort();
    stop();
    alone?.();
    channel.close();
  }

  follow();
  return leave;
}

interface Tab {
  tell: (message: Message) => void;
  take: (event: StreamEvent) => void;
  setState: (state: StreamState, status?: number) => void;
  /** Gives the lock to the next tab. */
  release: () => void;
}

/** Reads the stream, and passes on what it reads. */
function lead(options: EventStreamOptions, { tell, take, setState, release }: Tab) {
  /** Where the stream began for this tab, and where it is. */
  let first = options.lastEventId;
  let position = first;
  let state: StreamState = 'connecting';
  let kept: StreamEvent[] = [];
  /** Of the messages, which have no number, the latest of each booking: it says how many are unread. */
  const unread = new Map<string, StreamEvent>();
  tell({ kind: 'leading' });
  const beat = setInterval(() => tell({ kind: 'beat' }), BEAT);
  const close = openEventStream({
    ...options,
    onPosition: (id) => {
      first ??= id;
      position = id;
    },
    onEvent: (event) => {
      if (event.id !== undefined) {
        kept.push(event);
        if (kept.length > KEPT) {
          kept = kept.slice(-KEPT / 2);
          // The one before the first kept is unknown, and with it whether that one was seen.
          first = kept[0]?.id;
        }
      } else if (event.event === 'message') {
        const bookingId = bookingOf(event);
        if (bookingId !== undefined) unread.set(bookingId, event);
      }
      tell({ kind: 'event', event });
      take(event);
    },
    onState: (next, status) => {
      state = next;
      // The server begins with what is unread.
      if (next === 'open') unread.clear();
      if (next !== 'refused') tell({ kind: 'state', state: next });
      setState(next, status);
    },
  });

  return {
    end: () => {
      clearInterval(beat);
      close();
      release();
    },
    welcome: (to: string, after: string | undefined): Message => ({
      kind: 'welcome',
      to,
      state,
      position,
      events: [
        ...(after === undefined ? [] : kept.filter(({ id }) => id !== undefined && isAfter(id, after))),
        ...unread.values(),
      ],
      isWhole: after === undefined || (first !== undefined && !isAfter(first, after)),
    }),
  };
}

/** The booking that an event is about; undefined where its data does not say. */
function bookingOf({ data }: StreamEvent): string | undefined {
  try {
    const { bookingId } = JSON.parse(data);
    return typeof bookingId === 'string' ? bookingId : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an event comes after what was seen. */
function isAfter(id: string, seen: string | undefined): boolean {
  return seen === undefined || Number(id) > Number(seen);
}
