// The socket of a chat: opens with a new ticket each time, comes back by itself, and notices when nobody answers any more.
import type { ChatFrame, ChatSent } from '@/api/chat';
import { isRefusal } from '@/api/problem';
import { anySignal } from '@/shared/anySignal';
import { pause } from '@/shared/eventStream';

/** 'lost': the connection broke or could not be made, and is tried again; 'refused': the server wants no such caller. */
export type ChatSocketState = 'connecting' | 'open' | 'lost' | 'refused';

export interface ChatSocketOptions {
  /** Asked for each connection anew: a ticket works once. */
  address: (signal: AbortSignal) => Promise<string>;
  onState: (state: ChatSocketState) => void;
  onFrame: (frame: ChatFrame) => void;
}

export interface ChatSocket {
  /** Whether it was handed over; it may still be lost. `isAwaited`: something must come back, or the connection counts as broken. */
  send: (frame: ChatSent, isAwaited?: boolean) => boolean;
  close: () => void;
}

const FIRST_DELAY = 1000;
const LONGEST_DELAY = 30_000;

/** How long a connection may take to open, and an answer to come, in milliseconds. */
const PATIENCE = 10_000;

export function openChatSocket(options: ChatSocketOptions): ChatSocket {
  const closed = new AbortController();
  const now: Now = { socket: null, timer: undefined };
  void follow(options, now, closed.signal);
  return {
    send: (frame, isAwaited = false) => {
      const { socket } = now;
      if (socket?.readyState !== OPEN) return false;
      socket.send(JSON.stringify(frame));
      if (isAwaited) now.timer ??= setTimeout(() => socket.close(), PATIENCE);
      return true;
    },
    close: () => closed.abort(),
  };
}

/** As `WebSocket.OPEN`. */
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
    try {
      const wasOpen = await connect(await address(closed), options, now, closed);
      if (wasOpen) failures = 0;
    } catch (error) {
      if (closed.aborted) return;
      if (isRefusal(error)) return onState('refused');
    }
    if (closed.aborted) return;
    onState('lost');
    await pause(Math.min(FIRST_DELAY * 2 ** failures++, LONGEST_DELAY), closed);
  }
}

/** Resolves when the connection has ended, to whether it was ever open. */
function connect(
  address: string,
  { onState, onFrame }: ChatSocketOptions,
  now: Now,
  closed: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address);
    const over = new AbortController();
    let wasOpen = false;
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
      socket.close();
      resolve(wasOpen);
    };
    anySignal([closed, over.signal]).addEventListener('abort', end, { once: true });
    // A phone that loses its network is told by nobody that the connection has gone.
    window.addEventListener('offline', end, { signal: over.signal });
    socket.addEventListener('close', end);
    socket.addEventListener('error', end);
    socket.addEventListener('open', () => {
      heard();
      wasOpen = true;
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
