// A calendar file (RFC 5545) made in the browser, for when the server's cannot be fetched.
import { addDays, asLondon, londonDay } from '@/shared/london';
import { serverNow } from '@/shared/session';
import type { ConfirmationView } from './view';

const LONDON = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/London',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0100',
  'TZNAME:BST',
  'DTSTART:19700329T010000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0000',
  'TZNAME:GMT',
  'DTSTART:19701025T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
];

export function calendarText(view: ConfirmationView, uid: string): string {
  const { start, end } = windowOf(view);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Callout//Booking//EN',
    ...LONDON,
    'BEGIN:VEVENT',
    `UID:${uid}@callout`,
    `DTSTAMP:${new Date(serverNow()).toISOString().replace(/[-:]|\.\d{3}/g, '')}`,
    'SEQUENCE:0',
    `DTSTART;TZID=Europe/London:${start}`,
    `DTEND;TZID=Europe/London:${end}`,
    `SUMMARY:${escapeText(view.issue)}`,
    `LOCATION:${escapeText(view.address)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

/** The booked slot; without one, 10:00 to 11:00 the next day. */
function windowOf({ slot }: ConfirmationView): { start: string; end: string } {
  if (slot) return { start: stamp(asLondon(slot.start)), end: stamp(asLondon(slot.end)) };
  const day = addDays(londonDay(serverNow()), 1);
  return { start: stamp({ day, clock: '10:00' }), end: stamp({ day, clock: '11:00' }) };
}

function stamp({ day, clock }: { day: string; clock: string }): string {
  return `${day.replace(/-/g, '')}T${clock.replace(':', '')}00`;
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
}

/** Lines of at most 75 octets, without splitting a character. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let width = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (width + size > 74) {
      folded += '\r\n ';
      width = 1;
    }
    folded += character;
    width += size;
  }
  return folded;
}
