// What a pro keeps about a job for themselves: words, and photos from before the work. The client sees none of it.
import { StickyNote } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '@/api/jobs';
import { Button } from '@/ui';
import { JobPhoto } from '../job/JobPhoto';
import { NotesDialog } from './NotesDialog';

/** Nothing for a job that is not the pro's. */
export function JobNotes({ job }: { job: Job }) {
  const [isOpen, setOpen] = useState(false);
  const { notes } = job;
  const photos = notes?.photos ?? [];
  const isEmpty = !notes?.text && photos.length === 0;
  if (!job.customer_first_name) return null;
  return (
    <section aria-labelledby="notes-title" className="grid grid-cols-1 gap-3">
      <h2 id="notes-title" className="text-l">
        Your notes
      </h2>
      <p className="text-s text-muted">For you alone: your client doesn't see them.</p>
      {notes?.text && (
        <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
          {notes.text}
        </p>
      )}
      {photos.map((url, index) => (
        <JobPhoto key={url} url={url} alt={`Before the work, photo ${index + 1} of ${photos.length}`} />
      ))}
      <Button
        look="quiet"
        size="small"
        className="justify-self-start"
        icon={<StickyNote aria-hidden="true" className="size-4" />}
        onClick={() => setOpen(true)}
      >
        {isEmpty ? 'Add notes or photos' : 'Change notes'}
      </Button>
      {isOpen && <NotesDialog job={job} onClose={() => setOpen(false)} />}
    </section>
  );
}
