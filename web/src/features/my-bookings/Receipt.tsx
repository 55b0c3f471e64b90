// Opens the receipt, a page the server renders. A link carries no bearer token, so it opens with a ticket.
import { useMutation } from '@tanstack/react-query';
import type { Capability } from '@/api/bookings';
import { fetchTicket } from '@/api/tickets';
import { paths } from '@/shared/paths';
import { Button, toast } from '@/ui';

interface ReceiptProps {
  id: string;
  /** A guest link's token, where nobody is signed in. */
  capability?: Capability;
  look?: 'primary' | 'quiet';
}

export function Receipt({ id, capability: { token } = {}, look = 'primary' }: ReceiptProps) {
  const opening = useMutation({
    mutationFn: async () => {
      const ticket = await fetchTicket({ link: token ? { bookingId: id, token } : undefined });
      window.location.assign(paths.booking.receipt(id, ticket));
    },
    onError: () => toast('The receipt could not be opened. Please try again.', { tone: 'bad' }),
  });
  return (
    <Button
      look={look}
      size={look === 'quiet' ? 'small' : 'full'}
      busy={opening.isPending}
      busyText="Opening…"
      onClick={() => opening.mutate()}
    >
      Receipt
    </Button>
  );
}
