// A job that is over: its pro may choose not to work for this client again. The client is not told.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { blockClient, hoursQuery } from '@/api/hours';
import type { Job } from '@/api/jobs';
import { problemText } from '@/api/problem';
import { hasEnded } from '@/shared/bookingStatus';
import { Button, Dialog, toast } from '@/ui';
import { Problem } from '@/ui/Problem';

export function BlockClient({ job }: { job: Job }) {
  if (!hasEnded(job.status) || !job.customer_first_name) return null;
  return <Choice id={job.id} firstName={job.customer_first_name} />;
}

function Choice({ id, firstName }: { id: string; firstName: string }) {
  const queryClient = useQueryClient();
  const { data: hours } = useQuery(hoursQuery);
  const [isOpen, setOpen] = useState(false);
  const blocking = useMutation({
    mutationFn: () => blockClient(id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: hoursQuery.queryKey });
      setOpen(false);
      toast(`You are not offered ${firstName}’s jobs any more`, { tone: 'good' });
    },
  });
  if (!hours) return null;
  if (hours.blockedClients.some(({ bookingId }) => bookingId === id))
    return <p className="text-s text-muted">You have blocked this client.</p>;
  return (
    <>
      <Button look="quiet" size="small" className="justify-self-start" onClick={() => setOpen(true)}>
        Don’t work for this client again
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        busy={blocking.isPending}
        title={`Block ${firstName}?`}
        description="You are not offered their jobs any more. They are not told. You can undo it under Working hours."
        actions={
          <Button busy={blocking.isPending} busyText="Blocking…" onClick={() => blocking.mutate()}>
            Block
          </Button>
        }
      >
        <Problem
          text={blocking.error && problemText(blocking.error, 'That did not work. Please try again.')}
        />
      </Dialog>
    </>
  );
}
