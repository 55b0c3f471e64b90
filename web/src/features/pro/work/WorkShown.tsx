// How the work began and ended, as this pro has shown it.
import type { WorkShown as Work } from '@/api/types';
import { Banner } from '@/ui';
import { WORK_SHOWN } from '@/ui/workNote';
import { JobPhoto } from '../job/JobPhoto';

export function WorkShown({ work }: { work: Work }) {
  const { started_without_code: start, completion_photos: photos, not_photographed: reason } = work;
  return (
    <section aria-labelledby={WORK_SHOWN} className="grid grid-cols-1 gap-3">
      <h2 id={WORK_SHOWN} className="text-l">
        What you have shown
      </h2>
      {start && (
        <Banner tone="warn">
          <p>You began without the start code. What this job earns clears after 72 hours.</p>
          {start.reason && (
            <p dir="auto" className="[overflow-wrap:anywhere]">
              “{start.reason}”
            </p>
          )}
        </Banner>
      )}
      {start?.photo_url && <JobPhoto url={start.photo_url} alt="Your view of the door" />}
      {photos.map((url, index) => (
        <JobPhoto key={url} url={url} alt={`The finished work, photo ${index + 1} of ${photos.length}`} />
      ))}
      {reason !== undefined && (
        <p dir="auto" className="[overflow-wrap:anywhere]">
          No photo{reason && `: “${reason}”`}
        </p>
      )}
    </section>
  );
}
