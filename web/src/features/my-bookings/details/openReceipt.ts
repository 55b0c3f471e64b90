import { fetchTicket } from '@/api/tickets';
import { paths } from '@/shared/paths';
import { toast } from '@/ui';

/** Opens the receipt, a page the server renders. A link carries no bearer token, so it opens with a ticket. */
export async function openReceipt(id: string): Promise<void> {
  try {
    window.location.assign(paths.booking.receipt(id, await fetchTicket()));
  } catch {
    toast('The receipt could not be opened. Please try again.', { tone: 'bad' });
  }
}
