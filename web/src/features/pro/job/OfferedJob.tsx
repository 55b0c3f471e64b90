// A job that the pro may have: what it pays and the answer first, since there are only seconds; then where, when and what is to be done.
import type { Job } from '@/api/jobs';
import { HowPaid, PayFigures, YOU_NAME_PRICE } from '../pay';
import { shortId } from '../words';
import { JobActions } from './JobActions';
import { JobVisit } from './JobVisit';
import { WhatToDo } from './WhatToDo';

export function OfferedJob({ job }: { job: Job }) {
  return (
    <div className="grid grid-cols-1 gap-5 desk:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] desk:gap-x-8">
      <p className="num -mt-4 text-s text-muted desk:col-span-2">{shortId(job.id)}</p>
      <section aria-label="The offer" className="docket grid grid-cols-1 gap-4 self-start border-copper-line">
        <Pay job={job} />
        <JobActions job={job} />
      </section>
      <div className="grid grid-cols-1 content-start gap-5">
        <JobVisit job={job} />
        <WhatToDo job={job} />
      </div>
    </div>
  );
}

function Pay({ job }: { job: Job }) {
  const { open_price, price_pence, fee_pence, net_pence, payment_method, collect_in_cash } = job;
  return (
    <div className="grid grid-cols-1 gap-2">
      {open_price ? (
        <p className="text-l font-[700]">{YOU_NAME_PRICE}</p>
      ) : (
        <PayFigures pricePence={price_pence} feePence={fee_pence} netPence={net_pence} />
      )}
      <HowPaid
        method={payment_method}
        collectPounds={collect_in_cash}
        netPence={open_price ? undefined : net_pence}
      />
    </div>
  );
}
