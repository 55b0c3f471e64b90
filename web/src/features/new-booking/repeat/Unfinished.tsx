// Before a draft is filled anew: what would be lost.
import { useState } from 'react';
import { paths } from '@/shared/paths';
import { Button, ButtonLink } from '@/ui';
import { type BookingDraft, getDraft } from '../draft';

/** What would be lost by starting over, until the client has agreed to that; null if nothing would. */
export function useUnfinished() {
  const [job, setJob] = useState(() => unfinishedJob(getDraft()));
  return { job, replace: () => setJob(null) };
}

function unfinishedJob({ description, hasPhoto }: BookingDraft): string | null {
  if (description.trim()) return description;
  return hasPhoto ? 'A photo' : null;
}

interface UnfinishedProps {
  job: string;
  /** What replacing it means. */
  children: string;
  onReplace: () => void;
}

export function Unfinished({ job, children, onReplace }: UnfinishedProps) {
  return (
    <section aria-labelledby="unfinished" className="grid gap-4">
      <h2 id="unfinished" className="text-l">
        You have an unfinished booking
      </h2>
      <blockquote className="border-l-4 border-copper-line pl-3.5">
        <p dir="auto" className="line-clamp-4 whitespace-pre-line">
          {job}
        </p>
      </blockquote>
      <p className="text-muted">{children}</p>
      <div className="grid gap-2.5">
        <Button onClick={onReplace}>Replace it</Button>
        <ButtonLink look="quiet" to={paths.booking.create} replace>
          Go on with it
        </ButtonLink>
      </div>
    </section>
  );
}
