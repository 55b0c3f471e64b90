// The streams of server-sent events. Each holds a place in what there is to tell, and tells what comes after it whenever something changes.
import { type HttpHandler, HttpResponse, http } from 'msw';
import { bookingOf, bookingsOf, isShared, jobsOfPro } from '../access';
import { whereIs } from '../drive';
import { callerOf, named, problem, Refusal } from '../route';
import { unreadFor } from '../steps';
import { matchingOf } from '../views';
import { type DemoBooking, onChange, theWorld } from '../world';

interface StreamEvent {
  /** Its place in the stream; none for what is only true for now. */
  seq?: number;
  event: string;
  data: object;
}

/** Everything with a number that there is to tell, and what is true now. */
type Source = () => { told: StreamEvent[]; now: StreamEvent[] };

/** A comment this often tells the reader that the stream lives, milliseconds. */
const HEARTBEAT = 15_000;

function stream(path: string, sourceOf: (request: Request, id: string) => Source): HttpHandler {
  return http.get(`*${path}/:id`, ({ request, params }) => {
    try {
      return answer(request, sourceOf(request, String(params.id)));
    } catch (error) {
      if (error instanceof Refusal) return problem(error);
      throw error;
    }
  });
}

function answer(request: Request, source: Source): Response {
  const after = request.headers.get('Last-Event-ID');
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stop = follow(source, after, (text) => controller.enqueue(new TextEncoder().encode(text)));
    },
    cancel: () => stop(),
  });
  return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

/** Writes what comes after `after`, or what is new, until the returned function is called. */
function follow(source: Source, after: string | null, write: (text: string) => void): () => void {
  let place = after === null ? source().told.length : Number(after);
  const last = new Map<string, string>();
  const tell = () => {
    const { told, now } = source();
    for (const event of told.slice(place)) write(textOf(event));
    place = Math.max(place, told.length);
    for (const event of now) {
      const text = textOf(event);
      const { bookingId = '' } = event.data as { bookingId?: string };
      if (last.get(event.event + bookingId) !== text) write(text);
      last.set(event.event + bookingId, text);
    }
  };
  write(`id: ${place}\n\n`);
  tell();
  const stopTelling = onChange(tell);
  const heartbeat = setInterval(() => write(':\n\n'), HEARTBEAT);
  return () => {
    stopTelling();
    clearInterval(heartbeat);
  };
}

function textOf({ seq, event, data }: StreamEvent): string {
  const id = seq === undefined ? '' : `id: ${seq}\n`;
  return `${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** 404 unless the caller may see the booking. */
function bookingSource(request: Request, id: string): Source {
  const { searchParams } = new URL(request.url);
  const call = { value: (name: string) => searchParams.get(name) ?? '', caller: callerOf(request) };
  bookingOf(call, id);
  return () => {
    const booking = theWorld().bookings.find((one) => one.id === id);
    if (!booking) return { told: [], now: [] };
    const told = booking.events.map(({ seq, type, at }) => ({ seq, event: type, data: { seq, at } }));
    return { told, now: isShared(call.value) ? [] : nowOf(booking) };
  };
}

function nowOf(booking: DemoBooking): StreamEvent[] {
  const wave = matchingOf(booking);
  return [
    ...(wave ? [{ event: 'wave', data: wave }] : []),
    ...(booking.status === 'en_route' ? [{ event: 'location', data: placeNow(booking) }] : []),
    ...unreadNow(booking),
  ];
}

function placeNow(booking: DemoBooking): object {
  const { lat, lng, label, seen_at } = whereIs(booking, Date.now());
  return { lat, lng, label, seenAt: seen_at };
}

function unreadNow(booking: DemoBooking): StreamEvent[] {
  const unread = unreadFor(booking, booking.visitor);
  return unread > 0 ? [{ event: 'message', data: { bookingId: booking.id, unread } }] : [];
}

const notified = [
  'assigned',
  'en_route',
  'started',
  'completed',
  'cancelled',
  'no_response',
  // Pages of a job that is done follow no stream of its own: these have it fetched again.
  'dispute_answered',
  'dispute_decided',
  'appeal_decided',
];

/** What the client is notified of: the steps of all their bookings, in the order in which they came. */
function clientSource(clientId: string): Source {
  return () => {
    const events = bookingsOf(clientId)
      .flatMap(({ id: bookingId, events: all }) => all.map(({ type, at }) => ({ type, bookingId, at })))
      .filter(({ type }) => notified.includes(type))
      .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
    const told = events.map((data, index) => ({
      seq: index + 1,
      event: 'message',
      data: { ...data, seq: index + 1 },
    }));
    return { told, now: [] };
  };
}

function proSource(): Source {
  return () => ({
    told: theWorld().pro.notices.map(({ event, data }, index) => ({ seq: index + 1, event, data })),
    now: jobsOfPro().flatMap(unreadNow),
  });
}

export const streamHandlers = [
  stream('/api/events/stream/client', bookingSource),
  stream('/api/events/notify/user', (request) => clientSource(named(callerOf(request)))),
  stream('/api/events/stream/master', proSource),
  stream('/api/events/notify/master', proSource),
];
