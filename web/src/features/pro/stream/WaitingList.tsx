import { useQuery } from '@tanstack/react-query';
import { waitingQuery } from '../offers/offers';
import { WaitingProposal } from '../proposals/WaitingProposal';

/** Milliseconds after which the list is fetched again: no event tells that the client has agreed and pays now. */
const LOOK_AGAIN = 30_000;

/** The jobs that wait for their client; nothing while there is none. */
export function WaitingList() {
  const { data: jobs = [] } = useQuery({
    ...waitingQuery,
    refetchInterval: ({ state }) => (state.data?.waiting.length ? LOOK_AGAIN : false),
  });
  if (jobs.length === 0) return null;
  return (
    <section aria-labelledby="waiting-title" className="grid grid-cols-1 gap-3">
      <h2 id="waiting-title" className="text-l">
        Waiting for the client
      </h2>
      {jobs.map((job) => (
        <WaitingProposal key={job.id} job={job} />
      ))}
    </section>
  );
}
