// The docket of an estimate: job, region, price range, confidence, and the parts of the price.
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { Estimate } from '@/api/types';
import { jobsByTrade } from '@/shared/eachTrade';
import { readAs } from '@/shared/explanation';
import { formatPenceExact, formatRange, poundsToPence } from '@/shared/money';
import { Badge, cx, Docket } from '@/ui';
import { Confidence } from './Confidence';
import { aboutPrice, PRO_CONFIRMS } from './pricing';
import { needsGasSafe, workerFor } from './trade';

export interface EstimateDocketProps {
  estimate: Estimate;
  /** The input has changed since, so the price is faded and marked as out of date. */
  stale?: boolean;
  offline?: boolean;
  heading?: 'h2' | 'h3';
}

export function EstimateDocket({
  estimate,
  stale = false,
  offline = false,
  heading = 'h2',
}: EstimateDocketProps) {
  const { base_min: low, base_max: high } = estimate;
  const priced = low !== null && high !== null;
  const about = aboutPrice(estimate);
  const read = readAs(estimate.explanation);
  if (estimate.out_of_scope) return <NotOurs heading={heading} />;
  return (
    <Docket
      heading={heading}
      title={estimate.several && estimate.mode !== 'chosen' ? 'Several jobs' : estimate.readable_name}
      corner={
        estimate.mode !== 'danger' &&
        (priced || about) && (
          <Badge tone={estimate.region_factor === 1 ? 'neutral' : 'copper'}>{estimate.region_label}</Badge>
        )
      }
      detail={estimate.mode !== 'danger' && needsGasSafe(estimate) && `A job for ${workerFor(estimate)}.`}
      price={
        priced &&
        !about && (
          <span className={cx('max-[16rem]:whitespace-normal', stale && 'text-muted')}>
            {formatRange(low, high, estimate.currency)}
          </span>
        )
      }
    >
      {!priced && <NoPrice estimate={estimate} />}
      {about && <AboutPrice about={about} stale={stale} />}
      {estimate.mode !== 'danger' && <Confidence of={estimate} />}
      {estimate.autocorrected_input && (
        <p className="mt-2.5 text-s text-muted">Read as “{estimate.autocorrected_input}”.</p>
      )}
      {read && !stale && <p className="mt-2.5 text-s text-muted">{read}</p>}
      {estimate.breakdown.length > 0 && !stale && !about && <Breakdown estimate={estimate} />}
      <p className="mt-2.5 border-t-[1.5px] border-dashed border-line pt-2.5 text-s text-muted">
        {stale
          ? 'You changed the description or the area since. Get the estimate again.'
          : !priced || about
            ? 'Pros near you name a price, or you suggest a budget.'
            : offline
              ? 'Priced on this device, confirmed when you’re back online.'
              : 'VAT and call-out are included.'}
      </p>
    </Docket>
  );
}

/** What no trade here does. */
function NotOurs({ heading }: { heading: 'h2' | 'h3' }) {
  return (
    <Docket heading={heading} title="Not one of our jobs">
      <p className="mt-1 text-s text-muted">
        This doesn’t look like a job our trades do: plumbing, electrics, building work and odd jobs at home.
        Describe it differently, or choose a problem.
      </p>
    </Docket>
  );
}

/** A price that is not sure enough to stand. */
function AboutPrice({ about, stale }: { about: string; stale: boolean }) {
  return (
    <p className={cx('my-2', stale && 'text-muted')}>
      <span className="num text-l font-[650]">{about}</span> <span className="text-s">{PRO_CONFIRMS}</span>
    </p>
  );
}

function NoPrice({ estimate }: { estimate: Estimate }) {
  return (
    <div className="my-2">
      <p className="text-l font-[650]">
        {estimate.mode === 'none' ? 'Tell us a little more' : 'No instant price'}
      </p>
      <p className="text-s text-muted">{whyNoPrice(estimate)}</p>
    </div>
  );
}

function whyNoPrice({ mode, scale, several, trade, explanation }: Estimate): string {
  if (mode === 'none')
    return 'We can’t tell what needs doing yet. Say what is wrong, where it is and since when, or go on and let pros quote.';
  if (jobsByTrade(explanation).length > 0)
    return mode === 'chosen'
      ? `This is for the ${trade}’s part. Request quotes: pros nearby name a price, and you choose. The rest is a booking of its own.`
      : 'This needs more than one trade, so it has no instant price. Book one for each trade.';
  if (scale)
    return 'This is bigger than one visit, so it has no instant price. Request quotes: pros nearby name a price, and you choose.';
  if (several)
    return 'These are several jobs, so there is no instant price. Request quotes: pros nearby name one for all of them, and you choose.';
  return 'This needs a pro’s eye first. Request quotes: pros nearby name a price, and you choose.';
}

function Breakdown({ estimate }: { estimate: Estimate }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="mt-1">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="-mx-1 inline-flex min-h-11 items-center gap-1.5 rounded-small px-1 text-s font-[650] text-action"
      >
        {open ? 'Hide breakdown' : 'Show breakdown'}
        <ChevronDown aria-hidden="true" className={cx('size-4 transition-transform', open && 'rotate-180')} />
      </button>
      <dl id={id} hidden={!open} className="grid gap-1.5 pb-1 text-s">
        {estimate.breakdown.map((line) => (
          <div key={line.label} className="flex justify-between gap-3">
            <dt className="min-w-0">{line.label}</dt>
            <dd className="num shrink-0">
              {formatPenceExact(poundsToPence(line.amount), estimate.currency)}
            </dd>
          </div>
        ))}
        {estimate.estimated_cost !== null && (
          <div className="mt-0.5 flex justify-between gap-3 border-t border-line pt-1.5 font-[650]">
            <dt>Estimated cost</dt>
            <dd className="num shrink-0">
              {formatPenceExact(poundsToPence(estimate.estimated_cost), estimate.currency)}
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}
