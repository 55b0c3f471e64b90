import type { Job } from '@/api/jobs';
import { factsOf } from '@/shared/bookingStatus';
import { whenOf } from '@/shared/bookingWords';
import { formatPence } from '@/shared/money';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/ui';
import { UnreadBadge } from '@/ui/chat/UnreadBadge';
import { YOU_NAME_PRICE } from '../pay';
import { placeText, shortId } from '../words';
import { JobStatus } from './JobStatus';

interface JobRowProps {
  job: Job;
  heading: 'h3' | 'h4';
}

/** One of the pro's jobs, with the link that opens it. */
export function JobRow({ job, heading: Heading }: JobRowProps) {
  const { id, readable_name, description, address_line1, district, distance_km, status } = job;
  return (
    <li className="card grid grid-cols-1 gap-2 p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Heading className="min-w-0 text-m font-[700] [overflow-wrap:anywhere]">{readable_name}</Heading>
        <span className="flex flex-wrap gap-1.5">
          <UnreadBadge unread={job.unread} />
          <JobStatus status={status} />
        </span>
      </div>
      {description && (
        <p dir="auto" className="line-clamp-2 text-s text-muted [overflow-wrap:anywhere]">
          {description}
        </p>
      )}
      <p className="text-s [overflow-wrap:anywhere]">{address_line1 ?? placeText(district, distance_km)}</p>
      <div className="num flex flex-wrap items-center justify-between gap-x-4 text-s">
        <span>{whenOf(job)}</span>
        <Pay job={job} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="num text-xs text-muted">{shortId(id)}</span>
        <ButtonLink to={paths.master.job(id)} look="quiet" size="small">
          Open
          <span className="sr-only">
            {' '}
            {readable_name}, {shortId(id)}
          </span>
        </ButtonLink>
      </div>
    </li>
  );
}

function Pay({ job }: { job: Job }) {
  const { proposal, payment_currency: currency } = job;
  if (job.open_price)
    return (
      <span>{proposal ? `Your price: ${formatPence(proposal.pricePence, currency)}` : YOU_NAME_PRICE}</span>
    );
  return (
    <span>
      {formatPence(job.price_pence, currency)}
      {/* What a cancelled one leaves its pro is not told by its price. */}
      {factsOf(job.status).phase !== 'cancelled' && (
        <strong className="ml-2">
          You get {formatPence(job.net_pence - job.taken_back_pence, currency)}
        </strong>
      )}
    </span>
  );
}
