// How the work began and ended, as its pro has shown it.
import type { Capability } from '@/api/bookings';
import type { WorkShown as Work } from '@/api/types';
import { Banner } from '@/ui';
import { WORK_SHOWN } from '@/ui/workNote';
import { Photo } from '../Photo';

interface WorkShownProps {
  work: Work | undefined;
  capability?: Capability;
}

export function WorkShown({ work, capability = {} }: WorkShownProps) {
  if (!work) return null;
  const { started_without_code: start, completion_photos: photos, not_photographed: reason } = work;
  return (
    <section aria-labelledby={WORK_SHOWN} className="card grid gap-3 p-4">
      <h2 id={WORK_SHOWN} className="text-m">
        The work
      </h2>
      {start && (
        <Banner tone="warn">
          <p>Your pro began without your start code.</p>
          {start.reason && (
            <p dir="auto" className="[overflow-wrap:anywhere]">
              “{start.reason}”
            </p>
          )}
        </Banner>
      )}
      {start?.photo_url && (
        <Photo url={start.photo_url} capability={capability} alt="Your pro's view of the door" />
      )}
      {photos.map((url, index) => (
        <Photo
          key={url}
          url={url}
          capability={capability}
          alt={`The finished work, photo ${index + 1} of ${photos.length}`}
        />
      ))}
      {reason !== undefined && (
        <p className="text-s text-muted [overflow-wrap:anywhere]">
          Your pro could not take a photo{reason && `: “${reason}”`}
        </p>
      )}
    </section>
  );
}
