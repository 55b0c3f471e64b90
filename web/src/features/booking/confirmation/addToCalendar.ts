import { fetchCalendarFile } from '@/api/bookings';
import { saveFile } from '@/shared/saveFile';
import { calendarText } from './calendarFile';
import type { ConfirmationView } from './view';

/** Saves the server's calendar file, or one made here if the server's cannot be fetched. */
export async function addToCalendar(view: ConfirmationView): Promise<void> {
  const name = view.bookingId ?? 'booking';
  saveFile(await calendarFile(view, name), `callout-${name}.ics`);
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
