// WebSockets for component tests: each connection is recorded, and the test is the server's end of it.
import { vi } from 'vitest';

export class FakeSocket extends EventTarget {
  /** As `WebSocket.readyState`: connecting, open, closed. */
  readyState = 0;
  /** What the page has sent. */
  readonly sent: Record<string, unknown>[] = [];

  constructor(readonly address: URL) {
    super();
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.cut();
  }

  /** The server takes the connection. */
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  /** The server sends this. */
  tell(frame: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }

  /** The connection ends; by itself without a code. */
  cut(code = 1006, reason = ''): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason }));
  }
}

/** The connections made so far, the newest last. */
export function fakeSockets(): FakeSocket[] {
  const sockets: FakeSocket[] = [];
  vi.stubGlobal('WebSocket', function open(address: string) {
    const socket = new FakeSocket(new URL(address));
    sockets.push(socket);
    return socket;
  });
  return sockets;
}

/** Whatever is observed is in view. */
export function everythingInView(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly seen: (entries: { isIntersecting: boolean }[]) => void) {}
      observe() {
        this.seen([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
}
