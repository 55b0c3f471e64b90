// /master/bookings: the pro's jobs.
import { Navigate } from 'react-router';
import { paths } from '@/shared/paths';
import { AreaPage } from '@/ui';
import { usePro } from '../usePro';
import { JobLists } from './JobLists';

export function JobsScreen() {
  if (usePro().status === 'incomplete') return <Navigate to={paths.master.onboarding} replace />;
  return (
    <AreaPage title="Jobs">
      <h2 className="sr-only">Your jobs</h2>
      <div className="max-w-[36rem]">
        <JobLists />
      </div>
    </AreaPage>
  );
}
