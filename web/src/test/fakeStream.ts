// Event streams for component tests, on top of the fake server (fakeApi): each connection stays open, and the test says what arrives on it.
import type { FakeCall } from './fakeApi';

export class FakeStream {
  private readonly encoder = new TextEncoder();
  private writer!: ReadableStreamDefaultController<Uint8Array>;
  readonly body = new ReadableStream<Uint8Array>({
    start: (writer) => {
      this.writer = writer;
    },
  });

  constructor(readonly call: FakeCall) {
    call.signal?.addEventListener('abort', () => this.cut());
  }

  /** Without a number the event has no id. */
  send(event: string, data: unknown, seq?: number): void {
    const id = seq === undefined ? '' : `id: ${seq}\n`;
    this.writer.enqueue(this.encoder.encode(`${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  }

  /** A comment, which the server sends every 15 s: a silent stream counts as broken. */
  beat(): void {
    this.writer.enqueue(this.encoder.encode(':\n\n'));
  }

  /** Ends the connection, as a broken network does. */
  cut(): void {
    try {
      this.writer.error(new TypeError('network error'));
    } catch {
      // It was cut before.
    }
  }
}

/** The handler of a stream's route, and the connections made to it so far. */
export function fakeStreams() {
  const connections: FakeStream[] = [];
  const handler = (call: FakeCall) => {
    const stream = new FakeStream(call);
    connections.push(stream);
    return { headers: { 'Content-Type': 'text/event-stream' }, body: stream.body };
  };
  return { connections, handler };
}
