import { call } from './client';

/** A ticket for URLs that the browser opens without a bearer header (streams, the receipt): single use, valid for 60 seconds. */
export async function fetchTicket(signal?: AbortSignal, as: 'client' | 'person' = 'client'): Promise<string> {
  const { ticket } = await call<{ ticket: string }>('/events/ticket', {
    method: 'POST',
    json: {},
    signal,
    as,
  });
  return ticket;
}
