// The stream by which the live page learns at once what becomes of a booking.
import { HttpResponse } from 'msw';
import { byId, shown } from './bookings';

/** Milliseconds between two looks at the booking. */
const LOOK_EVERY = 100;

/** Tells whoever reads it each time that the booking has moved on beyond `seen`, a sequence number. 404 without such a booking. */
export function streamOf(id: string, seen: number): Response {
  byId(id);
  let last = seen;
  let timer: ReturnType<typeof setInterval>;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const write = (text: string) => controller.enqueue(new TextEncoder().encode(text));
      timer = setInterval(() => {
        const { seq } = shown(byId(id));
        // A comment says that the stream lives.
        write(seq > last ? `id: ${seq}\nevent: updated\ndata: {}\n\n` : ':\n\n');
        last = seq;
      }, LOOK_EVERY);
    },
    cancel: () => clearInterval(timer),
  });
  return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } });
}
