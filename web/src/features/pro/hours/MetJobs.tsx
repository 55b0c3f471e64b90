// Jobs that a time away meets. They stay the pro's, who is asked what to do: keep them, ask the client for another time, or withdraw.
import type { JobMet } from '@/api/hours';
import { formatSlot } from '@/shared/london';
import { paths } from '@/shared/paths';
import { Button, ButtonLink, Dialog } from '@/ui';

export function MetJobs({ jobs, onClose }: { jobs: readonly JobMet[]; onClose: () => void }) {
  const one = jobs.length === 1;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={one ? 'You have a job at that time' : 'You have jobs at that time'}
      description={
        one
          ? 'It stays yours. You can keep it, ask the client for another time, or withdraw.'
          : 'They stay yours. You can keep them, ask the clients for another time, or withdraw.'
      }
      actions={<Button onClick={onClose}>{one ? 'Keep it' : 'Keep them'}</Button>}
    >
      <ul className="grid grid-cols-1 gap-3">
        {jobs.map(({ bookingId, readableName, district, slot }) => (
          <li key={bookingId} className="card grid grid-cols-1 gap-2 p-3">
            <strong className="font-[650]">{readableName}</strong>
            <span className="num text-s text-muted">
              {[slot ? formatSlot(slot.start, slot.end) : 'As soon as possible', district].join(' · ')}
            </span>
            <span className="flex flex-wrap gap-2.5">
              <ButtonLink look="quiet" size="small" to={paths.chat(bookingId)}>
                Write to the client
              </ButtonLink>
              <ButtonLink look="quiet" size="small" to={paths.master.job(bookingId)}>
                Open to withdraw
              </ButtonLink>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
