import type { Job } from '@/api/jobs';
import { untilText } from '@/shared/until';

/** Says that the client has booked what this pro suggested, and how long nobody else is asked. */
export function Promised({ job: { promised_until: until } }: { job: Job }) {
  if (!until) return null;
  return (
    <p className="num text-s font-[650] text-copper">
      Booked for you: you suggested it. Only you are asked, until {untilText(until)}.
    </p>
  );
}
