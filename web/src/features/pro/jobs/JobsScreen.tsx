// /master/bookings: the pro's jobs.
import { AreaPage } from '@/ui';
import { JobLists } from './JobLists';

export function JobsScreen() {
  return (
    <AreaPage title="Jobs">
      <h2 className="sr-only">Your jobs</h2>
      <div className="max-w-[36rem]">
        <JobLists />
      </div>
    </AreaPage>
  );
}
