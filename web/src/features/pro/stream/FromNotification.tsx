// /master/stream?offer={id}, which a notification opens: the job while it can be had, or that it is gone, above what else there is.
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import { jobQuery } from '@/api/jobs';
import { isRefusal } from '@/api/problem';
import { paths } from '@/shared/paths';
import { Banner } from '@/ui';

export function FromNotification() {
  const [query] = useSearchParams();
  const id = query.get('offer') ?? '';
  const job = useQuery({ ...jobQuery(id), enabled: id !== '' });
  if (job.data) return <Navigate to={paths.master.job(id)} replace />;
  if (!isRefusal(job.error)) return null;
  return (
    <Banner tone="warn" role="status">
      That job is gone: another pro has it, or its client has changed it. Here is what is still open.
    </Banner>
  );
}
