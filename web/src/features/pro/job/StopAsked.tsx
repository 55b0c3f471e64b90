// That the client has asked Callout to stop the job, and what was decided.
import type { Job } from '@/api/jobs';
import { factsOf } from '@/shared/bookingStatus';
import { Banner } from '@/ui';

export function StopAsked({ job: { status, stop, cancel_reason } }: { job: Job }) {
  // What was decided about a client who was not at home stands with the pro's report.
  if (cancel_reason === 'not_home') return null;
  if (stop?.words)
    return (
      <Banner tone="neutral">
        <span className="font-[650]">Callout has stopped the job.</span> {stop.words}
      </Banner>
    );
  if (!stop || factsOf(status).phase !== 'in_progress') return null;
  return (
    <section aria-labelledby="stop-asked" className="card grid grid-cols-1 gap-2 p-4">
      <h2 id="stop-asked" className="text-m">
        The client asks to stop the job
      </h2>
      <p>Please pause and talk to them. We decide what the work so far costs, and write to you.</p>
      <p dir="auto" className="whitespace-pre-line text-muted [overflow-wrap:anywhere]">
        {stop.text}
      </p>
    </section>
  );
}
