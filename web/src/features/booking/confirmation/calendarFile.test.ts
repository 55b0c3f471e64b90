import { afterEach, expect, it, vi } from 'vitest';
import { calendarText } from './calendarFile';
import type { ConfirmationView } from './view';

const view = {
  issue: 'Leak; tap, \\ issue',
  address: '1 High Street, SW1A 1AA',
  slot: { start: '2026-07-01T14:00', end: '2026-07-01T16:00' },
} as ConfirmationView;

afterEach(() => vi.useRealTimers());

it('has the slot in London time, with text escaped and lines folded', () => {
  const text = calendarText({ ...view, address: 'é'.repeat(60) }, 'C-1');
  expect(text).toContain('DTSTART;TZID=Europe/London:20260701T140000\r\n');
  expect(text).toContain('DTEND;TZID=Europe/London:20260701T160000\r\n');
  expect(text).toContain('SUMMARY:Leak\\; tap\\, \\\\ issue\r\n');
  expect(text).toContain('UID:C-1@callout\r\n');
  const octets = text.split('\r\n').map((line) => new TextEncoder().encode(line).length);
  expect(Math.max(...octets)).toBeLessThanOrEqual(75);
});

it('is from 10:00 to 11:00 the next day without a slot', () => {
  vi.useFakeTimers({ now: new Date('2026-03-28T23:30:00Z') });
  const text = calendarText({ ...view, slot: undefined }, 'C-1');
  expect(text).toContain('DTSTART;TZID=Europe/London:20260329T100000\r\n');
  expect(text).toContain('DTEND;TZID=Europe/London:20260329T110000\r\n');
});
