// The next visit, which leads the home page: when, where, how to get there, and whom to call.
import { MapPin, Phone } from 'lucide-react';
import type { Job } from '@/api/jobs';
import { addressOf } from '@/shared/bookingWords';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/ui';
import { OutsideButton } from '@/ui/OutsideButton';
import { mapAddress } from '../job/JobVisit';
import { JobStatus } from '../jobs/JobStatus';
import { HowPaid } from '../pay';
import { placeText, soonOf } from '../words';

export function NextVisit({ job }: { job: Job }) {
  const { id, readable_name, status, customer_name, customer_phone, address_line1 } = job;
  const when = soonOf(job);
  const address = address_line1 && addressOf(job);
  return (
    <section aria-labelledby="next-title" className="docket grid grid-cols-1 content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="next-title" className="text-s font-[650] tracking-normal text-muted">
          Next visit
        </h2>
        <JobStatus status={status} />
      </div>
      <div>
        <p className="num text-xl leading-tight font-[750] tracking-[-0.02em] first-letter:uppercase">
          {when}
        </p>
        <p className="mt-1 font-[650] [overflow-wrap:anywhere]">{readable_name}</p>
        <p className="text-muted [overflow-wrap:anywhere]">
          {address ?? placeText(job.district, job.distance_km)}
          {customer_name && <span className="block">{customer_name}</span>}
        </p>
      </div>
      <HowPaid
        method={job.payment_method}
        collectPounds={job.collect_in_cash}
        netPence={job.open_price ? undefined : job.net_pence}
      />
      {(address || customer_phone) && (
        <div className="flex flex-wrap gap-2.5">
          {address && (
            <OutsideButton href={mapAddress(address)} icon={<MapPin aria-hidden="true" className="size-4" />}>
              Route
            </OutsideButton>
          )}
          {customer_phone && (
            <OutsideButton
              href={`tel:${customer_phone}`}
              icon={<Phone aria-hidden="true" className="size-4" />}
            >
              Call
              <span className="sr-only"> {customer_name}</span>
            </OutsideButton>
          )}
        </div>
      )}
      <ButtonLink to={paths.master.job(id)}>
        Open the job
        <span className="sr-only">: {readable_name}</span>
      </ButtonLink>
    </section>
  );
}
