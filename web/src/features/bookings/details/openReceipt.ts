import { fetchTicket } from '@/api/tickets';
import { paths } from '@/shared/paths';
import { toast } from '@/ui';

/** The receipt is the server's own page: a plain navigation with a ticket, since a link carries no bearer. */
export async function openReceipt(id: string): Promise<void> {
  try {
    window.location.assign(paths.booking.receipt(id, await fetchTicket()));
  } catch {
    toast('The receipt could not be opened. Please try again.', { tone: 'bad' });
  }
}
