import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type EventStreamOptions, openEventStream } from './eventStream';

/** One connection: what was asked, and the server's end of it. */
class Connection {
  private readonly encoder = new TextEncoder();
  private writer!: ReadableStreamDefaultController<Uint8Array>;
  readonly body = new ReadableStream<Uint8Array>({
    start: (writer) => {
      this.writer = writer;
    },
  });
  readonly headers: Headers;

  constructor(init: RequestInit) {
    this.headers = new Headers(init.headers);
    init.signal?.addEventListener('abort', () => this.cut());
  }

  async send(...pieces: string[]) {
    for (const piece of pieces) {
      this.writer.enqueue(this.encoder.encode(piece));
      await vi.advanceTimersByTimeAsync(0);
    }
  }

  async sendBytes(...pieces: Uint8Array[]) {
    for (const piece of pieces) this.writer.enqueue(piece);
    await vi.advanceTimersByTimeAsync(0);
  }

  cut() {
    try {
      this.writer.error(new TypeError('network error'));
    } catch {
      // It was cut before.
    }
  }
}

let connections: Connection[];
/** What the next connections get instead of a stream. */
let answers: (Response | Error)[];
let seen: { events: [id: string | undefined, event: string, data: string][]; states: (string | number)[] };

beforeEach(() => {
  vi.useFakeTimers();
  connections = [];
  answers = [];
  seen = { events: [], states: [] };
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const connection = new Connection(init);
    connections.push(connection);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer ?? new Response(connection.body, { headers: { 'Content-Type': 'text/event-stream' } });
  });
});
afterEach(() => vi.useRealTimers());

async function open(options: Partial<EventStreamOptions> = {}) {
  const close = openEventStream({
    url: '/api/events/stream/master/m-1',
    headers: () => ({ Authorization: `Bearer token-${connections.length + 1}` }),
    backOff: (attempt) => 1000 * 2 ** attempt,
    onEvent: ({ id, event, data }) => seen.events.push([id, event, data]),
    onState: (state, status) => seen.states.push(status ?? state),
    ...options,
  });
  await vi.advanceTimersByTimeAsync(0);
  return close;
}

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const headerOf = (index: number, name: string) => connections[index]?.headers.get(name);

it('reads events wherever the pieces of the stream begin and end', async () => {
  await open();
  const [stream] = connections;
  await stream?.send(
    ': hello\n\nid: 7\nev',
    'ent: booking\ndata: {"a":',
    '1}\n',
    '\ndata: one\ndata: two\n\n: ',
    '\n\n',
  );
  const pound = new TextEncoder().encode('data: £5\n\n');
  await stream?.sendBytes(pound.slice(0, 7), pound.slice(7));
  expect(seen.events).toEqual([
    ['7', 'booking', '{"a":1}'],
    [undefined, 'message', 'one\ntwo'],
    [undefined, 'message', '£5'],
  ]);
  expect(seen.states).toEqual(['connecting', 'open']);
});

it('continues after the last complete event, with a fresh bearer', async () => {
  await open({ lastEventId: '3' });
  expect(headerOf(0, 'Last-Event-ID')).toBe('3');
  await connections[0]?.send('id: 8\ndata: whole\n\nid: 9\ndata: half\n');
  connections[0]?.cut();
  await wait(1000);
  expect(headerOf(1, 'Last-Event-ID')).toBe('8');
  expect(headerOf(1, 'Authorization')).toBe('Bearer token-2');
  expect(seen.states).toEqual(['connecting', 'open', 'lost', 'connecting', 'open']);
});

it('takes its first position from an event without data', async () => {
  await open();
  expect(headerOf(0, 'Last-Event-ID')).toBeNull();
  await connections[0]?.send('retry: 2000\nid: 41\n\n');
  connections[0]?.cut();
  await wait(1000);
  expect(headerOf(1, 'Last-Event-ID')).toBe('41');
  expect(seen.events).toEqual([]);
});

it('waits longer after each failure, and as at first once it was open again', async () => {
  const failure = new TypeError('no network');
  const page = new Response('<html>', { headers: { 'Content-Type': 'text/html' } });
  answers = [failure, new Response(null, { status: 503 }), page];
  await open();
  await wait(999);
  expect(connections).toHaveLength(1);
  await wait(1);
  expect(connections).toHaveLength(2);
  await wait(1999);
  expect(connections).toHaveLength(2);
  await wait(1);
  expect(connections).toHaveLength(3);
  await wait(4000);
  expect(seen.states.at(-1)).toBe('open');
  connections[3]?.cut();
  await wait(1000);
  expect(connections).toHaveLength(5);
});

it('waits as long as a busy server asks, whatever happens meanwhile', async () => {
  answers = [new Response(null, { status: 429, headers: { 'Retry-After': '20' } })];
  await open();
  window.dispatchEvent(new Event('online'));
  await wait(19_900);
  document.dispatchEvent(new Event('visibilitychange'));
  await wait(99);
  expect(connections).toHaveLength(1);
  // Nothing is wrong with the connection.
  expect(seen.states).toEqual(['connecting', 'busy']);
  await wait(1001);
  expect(connections).toHaveLength(2);
});

it.each([
  [0, 500],
  [0.999, 1499],
])('comes back neither at once nor with everybody else', async (chance, after) => {
  vi.mocked(Math.random).mockReturnValue(chance);
  answers = [new TypeError('no network')];
  await open();
  await wait(after - 1);
  expect(connections).toHaveLength(1);
  await wait(2);
  expect(connections).toHaveLength(2);
});

it('does not wait once the network is back', async () => {
  answers = [new TypeError('no network')];
  await open({ backOff: () => 30_000 });
  window.dispatchEvent(new Event('online'));
  await wait(0);
  expect(seen.states.at(-1)).toBe('open');
});

it.each([401, 403, 404])('stops when the server answers %i', async (status) => {
  answers = [new Response(null, { status })];
  await open();
  await wait(120_000);
  expect(seen.states).toEqual(['connecting', status]);
  expect(connections).toHaveLength(1);
});

it('counts as broken after 45 s without a byte; a heartbeat is one', async () => {
  await open();
  await wait(40_000);
  await connections[0]?.send(': \n\n');
  await wait(44_000);
  expect(seen.states).toEqual(['connecting', 'open']);
  await wait(1000);
  expect(seen.states).toEqual(['connecting', 'open', 'lost']);
  await wait(1000);
  expect(connections).toHaveLength(2);
});

it('goes on after an event that could not be dealt with', async () => {
  const complained = vi.spyOn(console, 'error').mockReturnValue();
  await open({
    onEvent: ({ data }) => {
      seen.events.push([undefined, 'message', String(JSON.parse(data))]);
    },
  });
  await connections[0]?.send('data: {\n\ndata: 2\n\n');
  expect(seen.events).toEqual([[undefined, 'message', '2']]);
  expect(seen.states).toEqual(['connecting', 'open']);
  expect(complained).toHaveBeenCalledOnce();
});

it('says nothing more once it is closed', async () => {
  const close = await open();
  close();
  await wait(120_000);
  expect(seen.states).toEqual(['connecting', 'open']);
  expect(connections).toHaveLength(1);
});

it('does not come back when it is closed while it waits', async () => {
  answers = [new TypeError('no network')];
  const close = await open();
  close();
  await wait(120_000);
  expect(connections).toHaveLength(1);
});
