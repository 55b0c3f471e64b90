import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { jobQuery } from '@/api/jobs';
import { dropSent, type SentProposal, useSentProposals } from '../proposals/sent';
import { WaitingProposal } from '../proposals/WaitingProposal';

/** The jobs that wait for their client; nothing while there is none. */
export function WaitingList() {
  const proposals = useSentProposals();
  if (proposals.length === 0) return null;
  return (
    <section aria-labelledby="waiting-title" className="grid grid-cols-1 gap-3">
      <h2 id="waiting-title" className="text-l">
        Waiting for the client
      </h2>
      {proposals.map((sent) => (
        <Waiting key={sent.bookingId} sent={sent} />
      ))}
    </section>
  );
}

function Waiting({ sent }: { sent: SentProposal }) {
  useSettled(sent.bookingId);
  return <WaitingProposal sent={sent} />;
}

/** Forgets it once the job is the pro's, should the event of that have come while nobody listened. */
function useSettled(bookingId: string): void {
  const { data: job } = useQuery(jobQuery(bookingId));
  const isSettled = job !== undefined && job.status !== 'pending' && job.status !== 'accepted';
  useEffect(() => {
    if (isSettled) dropSent(bookingId);
  }, [isSettled, bookingId]);
}
