// Putting right what was done, as its pro sees it.
import { useQueryClient } from '@tanstack/react-query';
import { type Job, jobQuery } from '@/api/jobs';
import { whatJobsChange } from '@/api/keys';
import { paths } from '@/shared/paths';
import { PutRight as Shared } from '@/ui/putRight/PutRight';

export function PutRight({ job }: { job: Job }) {
  const queryClient = useQueryClient();
  const { put_right: asked, put_right_until: until } = job;
  return (
    <Shared<Job>
      bookingId={job.id}
      side="pro"
      speaker={{ as: 'person' }}
      asked={asked}
      until={until}
      visit={asked?.visitId && paths.master.job(asked.visitId)}
      onSeen={(seen) => {
        queryClient.setQueryData(jobQuery(job.id).queryKey, seen);
        for (const queryKey of whatJobsChange) void queryClient.invalidateQueries({ queryKey });
      }}
    />
  );
}
