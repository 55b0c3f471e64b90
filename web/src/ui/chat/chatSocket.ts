// The socket of a chat: opens with a new ticket each time, comes back by itself, and notices when nobody answers any more.
import type { ChatFrame, ChatSent } from '@/api/chat';
import { isRefusal, millisecondsToWait } from '@/api/problem';
import { anySignal } from '@/shared/anySignal';
import { apart } from '@/shared/apart';
import { pause, pauseWholly } from '@/shared/eventStream';

/** 'lost': the connection broke or could not be made, and is tried again; 'over': the server has ended it, since the session or the chat is
 *  over, and it is tried again in case it is not; 'refused': the server wants no such caller. */
export type ChatSocketState = 'connecting' | 'open' | 'lost' | 'over' | 'refused';

export interface ChatSocketOptions {
  /** Asked for each connection anew: a ticket works once. */
  address: (signal: AbortSignal) => Promise<string>;
  onState: (state: ChatSocketState) => void;
  onFrame: (frame: ChatFrame) => void;
}

export interface ChatSocket {
  /** Whether it was handed over; it may still be lost. */
  send: (frame: ChatSent) => boolean;
  /** Something must come now, or the connection counts as broken. */
  expect: () => void;
  close: () => void;
}

const FIRST_DELAY = 1000;
const LONGEST_DELAY = 30_000;
/** Long enough for the page to learn what has become of the booking. */
const DELAY_AFTER_END = 5000;

/** How long a connection may take to open, and an answer to come, in milliseconds. */
const PATIENCE = 10_000;

export function openChatSocket(options: ChatSocketOptions): ChatSocket {
  const closed = new AbortController();
  const now: Now = { socket: null, timer: undefined };
  void follow(options, now, closed.signal);
  return {
    send: (frame) => {
      const { socket } = now;
      if (socket?.readyState !== OPEN) return false;
      socket.send(JSON.stringify(frame));
      return true;
    },
    expect: () => {
      const { socket } = now;
      if (socket?.readyState === OPEN) now.timer ??= setTimeout(() => socket.close(), PATIENCE);
    },
    close: () => closed.abort(),
  };
}

/** As `WebSocket.CONNECTING` and `WebSocket.OPEN`. */
const CONNECTING = 0;
const OPEN = 1;

interface Now {
  socket: WebSocket | null;
  /** Runs while an answer is awaited. */
  timer: ReturnType<typeof setTimeout> | undefined;
}

async function follow(options: ChatSocketOptions, now: Now, closed: AbortSignal): Promise<void> {
  const { address, onState } = options;
  let failures = 0;
  while (!closed.aborted) {
    onState('connecting');
    let end: End = 'never open';
    let told = 0;
    try {
      end = await connect(await address(closed), options, now, closed);
    } catch (error) {
      if (closed.aborted) return;
      if (isRefusal(error)) return onState('refused');
      told = millisecondsToWait(error);
    }
    if (closed.aborted) return;
    if (end !== 'never open') failures = 0;
    onState(end === 'over' ? 'over' : 'lost');
    const delay = end === 'over' ? DELAY_AFTER_END : Math.min(FIRST_DELAY * 2 ** failures++, LONGEST_DELAY);
    if (told > 0) await pauseWholly(told, closed);
    await pause(apart(delay), closed);
  }
}

/** How a connection ended. */
type End = 'never open' | 'broken' | 'over';

/** Resolves when the connection has ended. */
function connect(
  address: string,
  { onState, onFrame }: ChatSocketOptions,
  now: Now,
  closed: AbortSignal,
): Promise<End> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address);
    const over = new AbortController();
    let how: End = 'never open';
    now.socket = socket;
    const heard = () => {
      clearTimeout(now.timer);
      now.timer = undefined;
    };
    now.timer = setTimeout(() => socket.close(), PATIENCE);
    const end = () => {
      if (over.signal.aborted) return;
      over.abort();
      heard();
      now.socket = null;
      closeQuietly(socket);
      resolve(how);
    };
    anySignal([closed, over.signal]).addEventListener('abort', end, { once: true });
    // A phone that loses its network is told by nobody that the connection has gone.
    window.addEventListener('offline', end, { signal: over.signal });
    socket.addEventListener('close', ({ code, reason }) => {
      if (code === REFUSED_BY_RULE && reason === 'over') how = 'over';
      end();
    });
    socket.addEventListener('error', end);
    socket.addEventListener('open', () => {
      heard();
      how = 'broken';
      if (!over.signal.aborted) onState('open');
    });
    socket.addEventListener('message', ({ data }) => {
      heard();
      if (over.signal.aborted || typeof data !== 'string') return;
      try {
        onFrame(JSON.parse(data) as ChatFrame);
      } catch (error) {
        // A mistake in what a text leads to does not end the chat.
        console.error(error);
      }
    });
  });
}

/** What the server closes a socket with that it does not want any more. */
const REFUSED_BY_RULE = 1008;

/** Browsers complain on the console about one that is closed before it was open. */
function closeQuietly(socket: WebSocket): void {
  if (socket.readyState === CONNECTING) socket.addEventListener('open', () => socket.close());
  else socket.close();
}
