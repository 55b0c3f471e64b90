// Clients the pro does not work for: blocked from the page of a past job, and let in again here.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type BlockedClient, hoursQuery, unblockClient } from '@/api/hours';
import { problemText } from '@/api/problem';
import { asLondon, formatDay } from '@/shared/london';
import { Button, toast } from '@/ui';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';

export function BlockedClients({ clients }: { clients: readonly BlockedClient[] }) {
  return (
    <div className="card grid grid-cols-1 gap-3 p-4">
      {clients.length === 0 ? (
        <p className="text-s text-muted">
          None. You can block a client on the page of a job that is over. They are not told.
        </p>
      ) : (
        <ul className="grid grid-cols-1">
          {clients.map((client) => (
            <Row key={client.bookingId} client={client} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({ client }: { client: BlockedClient }) {
  const row = useFocusHandedTo<HTMLLIElement>('blocked-title');
  const queryClient = useQueryClient();
  const { bookingId, firstName = 'A client', readableName, blockedAt } = client;
  const unblocking = useMutation({
    mutationFn: () => unblockClient(bookingId),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: hoursQuery.queryKey }),
    onError: (error) => toast(problemText(error, 'That did not work. Try again.'), { tone: 'bad' }),
  });
  return (
    <li
      ref={row}
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line py-2 not-first:border-t"
    >
      <span className="min-w-0">
        <span dir="auto" className="block font-[650] [overflow-wrap:anywhere]">
          {firstName}
        </span>
        <span className="num text-s text-muted">
          {readableName} · blocked {formatDay(asLondon(blockedAt).day, 'short')}
        </span>
      </span>
      <Button
        look="quiet"
        size="small"
        aria-label={`Unblock ${firstName}`}
        busy={unblocking.isPending}
        onClick={() => unblocking.mutate()}
      >
        Unblock
      </Button>
    </li>
  );
}
