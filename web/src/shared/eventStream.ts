// Server-sent events read by `fetch`, since the browser's EventSource sends no bearer: reconnects by itself and continues after the last event.
import { createParser } from 'eventsource-parser';
import { anySignal } from './anySignal';
import { apart } from './apart';

export interface StreamEvent {
  id?: string | undefined;
  /** 'message' if the server gave it no name. */
  event: string;
  data: string;
}

/** 'lost': the connection broke or could not be made, and is tried again; 'busy': the server has too many readers, and is asked again later;
 *  'refused': the server wants no such reader, and the stream ends. */
export type StreamState = 'connecting' | 'open' | 'lost' | 'busy' | 'refused';

export interface EventStreamOptions {
  url: string;
  /** Asked for each connection anew, since a token may have been replaced. */
  headers: () => Record<string, string>;
  /** Milliseconds before the next try, roughly; `attempt` counts the failures since the stream was last open, from 0. */
  backOff: (attempt: number) => number;
  onEvent: (event: StreamEvent) => void;
  /** `status` is the server's, once it has refused. */
  onState: (state: StreamState, status?: number) => void;
  /** Where to continue; without it the server begins with what is new. */
  lastEventId?: string | undefined;
  /** Each new position: of an event, or where the server says that the stream begins. */
  onPosition?: (id: string) => void;
}

/** The server sends at least a comment every 15 s: after this many milliseconds without a byte the connection counts as broken. */
const SILENCE = 45_000;

const REFUSALS = [401, 403, 404, 410];

/** Follows the stream until the returned function is called, or the server refuses. */
export function openEventStream(options: EventStreamOptions): () => void {
  const closed = new AbortController();
  void follow(options, closed.signal);
  return () => closed.abort();
}

async function follow(options: EventStreamOptions, closed: AbortSignal): Promise<void> {
  const { backOff, onState } = options;
  const position = { id: options.lastEventId };
  let failures = 0;
  while (!closed.aborted) {
    onState('connecting');
    const end = await connect(options, position, closed, () => {
      failures = 0;
      onState('open');
    });
    if (closed.aborted) return;
    if (end.refusal) return onState('refused', end.refusal);
    onState(end.isBusy ? 'busy' : 'lost');
    if (end.wait > 0) await pauseWholly(end.wait, closed);
    await pause(apart(backOff(failures++)), closed);
  }
}

/** How a connection ended: for good with this status, or to be made again after at least `wait` milliseconds. */
interface End {
  refusal?: number;
  isBusy?: boolean;
  wait: number;
}

async function connect(
  { url, headers, onEvent, onPosition }: EventStreamOptions,
  position: { id: string | undefined },
  closed: AbortSignal,
  onOpen: () => void,
): Promise<End> {
  const silence = new AbortController();
  const signal = anySignal([closed, silence.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moveTo = (id: string) => {
    position.id = id;
    onPosition?.(id);
  };
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE);
  };
  try {
    heard();
    const sent: Record<string, string> = { Accept: 'text/event-stream', ...headers() };
    if (position.id !== undefined) sent['Last-Event-ID'] = position.id;
    const response = await fetch(url, {
      headers: sent,
      cache: 'no-store',
      signal,
    });
    if (REFUSALS.includes(response.status)) return { refusal: response.status, wait: 0 };
    const { body } = response;
    if (!response.ok || !body || !isEventStream(response))
      return { isBusy: response.status === 429, wait: secondsToWait(response) * 1000 };
    onOpen();
    const take = eventReader((event) => {
      if (!closed.aborted) attempt(() => onEvent(event));
    }, moveTo);
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard();
      take(part.value);
    }
  } catch {
    // The connection broke, or was closed.
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
  return { wait: 0 };
}

/** A mistake in what an event leads to does not end the stream. */
function attempt(act: () => void): void {
  try {
    act();
  } catch (error) {
    console.error(error);
  }
}

/** Something between us and the server may answer with a page of its own. */
function isEventStream(response: Response): boolean {
  return response.headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
}

/** As long as a busy server asks. */
function secondsToWait(response: Response): number {
  return Number(response.headers.get('Retry-After')) || 0;
}

/** Takes text in pieces of any size, and tells each new position: an event counts once it is complete. */
function eventReader(onEvent: (event: StreamEvent) => void, onPosition: (id: string) => void) {
  const parser = createParser({
    onEvent: ({ id, event = 'message', data }) => onEvent({ id, event, data }),
  });
  let rest = '';
  return (text: string) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      // Not from the parser: it drops the id of an event without data, by which the server says where the stream begins.
      const id = /^id: ?(.*)$/m.exec(block)?.[1];
      if (id !== undefined) onPosition(id);
      parser.feed(`${block}\n\n`);
    }
  };
}

/** Waits that long, whatever happens meanwhile: the server has asked for it. */
export function pauseWholly(milliseconds: number, closed: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    closed.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

/** Waits that long; less when the network comes back or somebody looks at the page again, since a phone's timers sleep with it. */
export function pause(milliseconds: number, closed: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const signal = anySignal([closed, over.signal]);
    const timer = setTimeout(() => over.abort(), milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
    window.addEventListener('online', () => over.abort(), { signal });
    document.addEventListener('visibilitychange', () => !document.hidden && over.abort(), { signal });
  });
}
