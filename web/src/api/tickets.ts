import { call } from './client';

interface TicketOptions {
  as?: 'client' | 'person';
  signal?: AbortSignal;
  /** A booking, and the guest link's token that opens it. */
  link?: { bookingId: string; token: string } | undefined;
}

/** A ticket for URLs that the browser opens without a bearer header (streams, the receipt): single use, valid for 60 seconds. */
export async function fetchTicket({ as = 'client', signal, link }: TicketOptions = {}): Promise<string> {
  const { ticket } = await call<{ ticket: string }>('/events/ticket', {
    method: 'POST',
    json: link ?? {},
    signal,
    as,
  });
  return ticket;
}
