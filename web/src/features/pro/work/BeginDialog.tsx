// Beginning the work: by the code that the client shows or, where the client cannot be reached, by a photo, a reason and the place.
import { useState } from 'react';
import type { Job } from '@/api/jobs';
import { ByCode } from './ByCode';
import { OutOfReach } from './OutOfReach';

interface BeginDialogProps {
  job: Job;
  onClose: () => void;
}

export function BeginDialog({ job, onClose }: BeginDialogProps) {
  const [isAlone, setAlone] = useState(false);
  return isAlone ? (
    <OutOfReach id={job.id} onBack={() => setAlone(false)} onClose={onClose} />
  ) : (
    <ByCode job={job} onAlone={() => setAlone(true)} onClose={onClose} />
  );
}
