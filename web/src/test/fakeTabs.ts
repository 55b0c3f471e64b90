// Web Locks and BroadcastChannel as the tabs of one browser have them; jsdom has neither. All tabs of a test live in one page: a channel stands for
// its tab.
import { vi } from 'vitest';

interface Request {
  name: string;
  run: () => unknown;
  done: (value: unknown) => void;
  failed: (error: unknown) => void;
}

export function fakeTabs() {
  const holders = new Map<string, Request>();
  let waiting: Request[] = [];
  let channels: FakeChannel[] = [];

  function grant(request: Request): void {
    holders.set(request.name, request);
    void Promise.resolve(request.run()).then((value) => {
      // Another may have taken it meanwhile.
      if (holders.get(request.name) === request) holders.delete(request.name);
      request.done(value);
      next(request.name);
    });
  }

  function next(name: string): void {
    const request = waiting.find((one) => one.name === name);
    if (!request || holders.has(name)) return;
    waiting = waiting.filter((one) => one !== request);
    grant(request);
  }

  const aborted = () => new DOMException('aborted', 'AbortError');

  const locks = {
    request: (name: string, { signal, steal = false }: LockOptions, run: () => unknown) =>
      new Promise((done, failed) => {
        const request = { name, run, done, failed };
        if (steal) {
          holders.get(name)?.failed(aborted());
          return grant(request);
        }
        waiting.push(request);
        signal?.addEventListener('abort', () => {
          if (!waiting.includes(request)) return;
          waiting = waiting.filter((one) => one !== request);
          failed(aborted());
        });
        queueMicrotask(() => next(name));
      }),
  };

  class FakeChannel {
    onmessage: ((message: { data: unknown }) => void) | null = null;
    isFrozen = false;

    constructor(readonly name: string) {
      channels.push(this);
    }

    postMessage(data: unknown): void {
      if (this.isFrozen) return;
      const others = channels.filter((one) => one !== this && one.name === this.name && !one.isFrozen);
      const sent: unknown = structuredClone(data);
      for (const other of others) queueMicrotask(() => other.onmessage?.({ data: sent }));
    }

    close(): void {
      this.onmessage = null;
      channels = channels.filter((one) => one !== this);
    }
  }

  vi.stubGlobal('BroadcastChannel', FakeChannel);
  setLocks(locks);
  return {
    /** The tab that was opened as this one says and hears nothing any more. */
    freeze: (index: number) => {
      const channel = channels[index];
      if (channel) channel.isFrozen = true;
    },
    withoutLocks: () => setLocks(undefined),
  };
}

function setLocks(locks: unknown): void {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
}
