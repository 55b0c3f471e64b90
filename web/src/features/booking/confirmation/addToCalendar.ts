import { fetchCalendarFile } from '@/api/bookings';
import { calendarText } from './calendarFile';
import type { ConfirmationView } from './view';

/** The server's file, which knows the booking; made here when it cannot be had. */
export async function addToCalendar(view: ConfirmationView): Promise<void> {
  const name = view.bookingId ?? 'booking';
  save(await calendarFile(view, name), `callout-${name}.ics`);
}

async function calendarFile(view: ConfirmationView, name: string): Promise<Blob> {
  if (view.bookingId && view.status) {
    try {
      return await fetchCalendarFile(view.bookingId);
    } catch (error) {
      console.warn('The calendar file is made in the browser.', error);
    }
  }
  return new Blob([calendarText(view, name)], { type: 'text/calendar;charset=utf-8' });
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
