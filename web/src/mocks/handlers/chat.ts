// The chat of a booking: its history, what is read, and its socket.
import { ws } from 'msw';
import { bookingOf } from '../access';
import { DEMO_PRO, scriptedPro } from '../pro';
import { named, route, type Schemas } from '../route';
import { chatOf, readAll, write } from '../steps';
import { changed, type DemoBooking, type DemoMessage, onChange, theWorld } from '../world';

type Side = 'client' | 'pro';

const otherSide = (side: Side): Side => (side === 'client' ? 'pro' : 'client');

/** How soon the other side begins to type, milliseconds. */
const BEGINS_TO_TYPE = 900;

function nameOf({ clientId, visitor }: DemoBooking, side: Side): string {
  if (side === 'client') return clientId;
  return visitor === 'pro' ? DEMO_PRO : scriptedPro.id;
}

/** A message as the visitor gets it. */
function messageView(booking: DemoBooking, message: DemoMessage): Schemas['ChatMessage'] {
  const { id, from, text, at, clientId, isRead } = message;
  return {
    type: 'message',
    bookingId: booking.id,
    id,
    fromId: nameOf(booking, from),
    toId: nameOf(booking, otherSide(from)),
    text,
    timestamp: String(at),
    status: isRead ? 'read' : 'sent',
    read: isRead,
    ...(from === booking.visitor && { clientId }),
  };
}

/** The visitor's messages up to the newest that was read. */
function readMark(booking: DemoBooking): Schemas['ChatReadMark'] | undefined {
  const newest = booking.messages.findLast(({ from, isRead }) => from === booking.visitor && isRead);
  if (!newest) return undefined;
  const other = otherSide(booking.visitor);
  return {
    type: 'status',
    bookingId: booking.id,
    fromId: nameOf(booking, other),
    toId: nameOf(booking, booking.visitor),
    id: newest.id,
    read: true,
    status: 'read',
  };
}

const chat = ws.link('*/api/chat/ws*');

export const chatSocket = chat.addEventListener('connection', ({ client }) => {
  const id = client.url.searchParams.get('bookingId');
  const found = () => theWorld().bookings.find((one) => one.id === id);
  const send = (frame: object) => client.send(JSON.stringify(frame));
  const here = found();
  if (!here || !chatOf(here)) return client.close(1008, 'over');
  let told = here.messages.length;
  let marked = readMark(here)?.id;
  const stop = onChange(() => {
    const booking = found();
    if (!booking) return;
    for (const message of booking.messages.slice(told)) send(messageView(booking, message));
    told = booking.messages.length;
    const mark = readMark(booking);
    if (mark && mark.id !== marked) send(mark);
    marked = mark?.id;
  });
  client.addEventListener('close', stop);
  client.addEventListener('message', ({ data }) => {
    const booking = found();
    const frame = JSON.parse(String(data)) as { type: string; clientId?: string; text?: string };
    if (!booking || frame.type !== 'message') return;
    write(booking, { from: booking.visitor, text: frame.text ?? '', clientId: frame.clientId });
    changed();
    setTimeout(() => send(typing(booking)), BEGINS_TO_TYPE);
  });
});

function typing(booking: DemoBooking): Schemas['ChatTyping'] {
  const fromId = nameOf(booking, otherSide(booking.visitor));
  return { type: 'typing', bookingId: booking.id, fromId, toId: nameOf(booking, booking.visitor) };
}

export const chatHandlers = [
  route('get', '/api/chat/history/{bookingId}', (call) => {
    named(call.caller);
    const booking = bookingOf(call, call.value('bookingId'));
    return booking.messages.map((message) => messageView(booking, message));
  }),
  route('post', '/api/chat/read/{bookingId}', (call) => {
    const booking = bookingOf(call, call.value('bookingId'));
    readAll(booking, booking.visitor);
    return undefined;
  }),
];
