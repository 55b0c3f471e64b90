// How the work of a job began and ended, for its timeline.
import type { ReactNode } from 'react';
import type { BookingEvent, WorkShown } from '@/api/types';

/** Of the heading above the photos of the work. */
export const WORK_SHOWN = 'work-shown';

/** What a step of the work says of itself; `work` has its photos. */
export function workNote(
  { type, data }: BookingEvent,
  reader: 'client' | 'pro',
  work: WorkShown | undefined,
): ReactNode {
  const { withoutCode, photos, notPhotographed } = data as Told;
  const whose = reader === 'client' ? 'your' : "the client's";
  if (type === 'in_progress') return `Begun ${withoutCode ? 'without' : 'with'} ${whose} start code`;
  if (type !== 'completed') return null;
  if (notPhotographed) return 'No photo of the finished work';
  if (!photos) return null;
  const text = `${photos} ${photos === 1 ? 'photo' : 'photos'} of the finished work`;
  // They are deleted after 12 months.
  if (!work?.completion_photos.length) return text;
  return (
    <a href={`#${WORK_SHOWN}`} className="link">
      {text}
    </a>
  );
}

interface Told {
  withoutCode?: boolean;
  photos?: number;
  notPhotographed?: boolean;
}
