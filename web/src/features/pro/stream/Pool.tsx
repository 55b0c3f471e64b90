import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Radio } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Job } from '@/api/jobs';
import { paths } from '@/shared/paths';
import { Button, EmptyState, LoadError, Skeleton } from '@/ui';
import { ShowMore } from '@/ui/ShowMore';
import { Promised } from '../job/Promised';
import { jobsQuery } from '../jobs/jobs';
import { offersQuery } from '../offers/offers';
import { useAnswer } from '../offers/useAnswer';
import { PlaceAndTime } from '../PlaceAndTime';
import { PayFigures, YOU_NAME_PRICE } from '../pay';
import { PriceDialog } from '../proposals/PriceDialog';
import { NAME_PRICE } from '../proposals/ProposeButton';
import { proposableOf } from '../proposals/usePropose';
import { usePro } from '../usePro';

/** The jobs that wait for whoever takes them first, but for those that are offered or answered above. */
export function Pool() {
  const { isActive } = usePro();
  const pool = useInfiniteQuery(jobsQuery('pending'));
  const { data: offers = [] } = useQuery(offersQuery);
  const jobs = pool.data?.pages
    .flatMap((page) => page.items)
    .filter(({ id, proposal }) => !proposal && offers.every((offer) => offer.bookingId !== id));
  // It outlives its row, which goes as soon as the job is offered.
  const [naming, setNaming] = useState<Job | null>(null);
  return (
    <section aria-labelledby="pool-title" className="grid grid-cols-1 gap-3">
      <h2 id="pool-title" className="text-l">
        Pending nearby
      </h2>
      {pool.isError && <LoadError retry={() => void pool.refetch()}>Failed to load pending jobs</LoadError>}
      {pool.isPending && (
        <>
          <Skeleton className="h-40" label="Loading pending jobs" />
          <Skeleton className="h-40" />
        </>
      )}
      {jobs?.length === 0 && (
        <EmptyState icon={<Radio aria-hidden="true" className="size-6" />} title="No pending jobs nearby">
          {isActive ? 'New ones appear here by themselves.' : 'You see those nearby once you are online.'}
        </EmptyState>
      )}
      {jobs && jobs.length > 0 && (
        <ul className="grid grid-cols-1 gap-3 desk:grid-cols-2">
          {jobs.map((job) => (
            <PoolRow key={job.id} job={job} onName={() => setNaming(job)} />
          ))}
        </ul>
      )}
      <ShowMore list={pool} />
      {naming && <PriceDialog job={proposableOf(naming)} onClose={() => setNaming(null)} />}
    </section>
  );
}

function PoolRow({ job, onName }: { job: Job; onName: () => void }) {
  const { accept, answering } = useAnswer({ bookingId: job.id, startsAt: job.timeslot?.start });
  return (
    <li className="card grid grid-cols-1 gap-2.5 p-4">
      <div>
        <h3 id={`pool-${job.id}`} className="text-m [overflow-wrap:anywhere]">
          <Link
            to={paths.master.job(job.id)}
            className="-mt-2.5 -mb-1.5 inline-flex min-h-11 items-center hover:underline"
          >
            {job.readable_name}
          </Link>
        </h3>
        <PlaceAndTime district={job.district} distance={job.distance_km} time={job} />
      </div>
      <Promised job={job} />
      {job.open_price ? (
        <p className="font-[650]">{YOU_NAME_PRICE}</p>
      ) : (
        <PayFigures pricePence={job.price_pence} feePence={job.fee_pence} netPence={job.net_pence} />
      )}
      <Button
        size="small"
        busy={answering !== null}
        busyText="Accepting…"
        aria-describedby={`pool-${job.id}`}
        onClick={job.open_price ? onName : accept}
      >
        {job.open_price ? NAME_PRICE : 'Accept'}
      </Button>
    </li>
  );
}
