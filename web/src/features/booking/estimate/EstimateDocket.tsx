// The docket of an estimate: job, region, price range, confidence, and the parts of the price.
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { Estimate } from '@/api/types';
import { formatPenceExact, formatRange, poundsToPence } from '@/shared/money';
import { Badge, cx, Docket } from '@/ui';
import { Confidence } from './Confidence';
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
  return (
    <Docket
      heading={heading}
      title={estimate.readable_name}
      corner={
        estimate.mode !== 'danger' && (
          <Badge tone={estimate.region_factor === 1 ? 'neutral' : 'copper'}>{estimate.region_label}</Badge>
        )
      }
      detail={estimate.mode !== 'danger' && needsGasSafe(estimate) && `A job for ${workerFor(estimate)}.`}
      price={
        priced && (
          <span className={cx('max-[16rem]:whitespace-normal', stale && 'text-muted')}>
            {formatRange(low, high, estimate.currency)}
          </span>
        )
      }
    >
      {!priced && <NoPrice estimate={estimate} />}
      {estimate.mode !== 'danger' && <Confidence of={estimate} />}
      {estimate.autocorrected_input && (
        <p className="mt-2.5 text-s text-muted">Read as “{estimate.autocorrected_input}”.</p>
      )}
      {estimate.breakdown.length > 0 && !stale && <Breakdown estimate={estimate} />}
      <p className="mt-2.5 border-t-[1.5px] border-dashed border-line pt-2.5 text-s text-muted">
        {stale
          ? 'You changed the description or the area since. Get the estimate again.'
          : !priced
            ? 'You name your budget before anything is booked.'
            : offline
              ? 'Priced on this device, confirmed when you’re back online.'
              : 'VAT and call-out are included.'}
      </p>
    </Docket>
  );
}

function NoPrice({ estimate }: { estimate: Estimate }) {
  const unclear = estimate.mode === 'none';
  return (
    <div className="my-2">
      <p className="text-l font-[650]">{unclear ? 'Tell us a little more' : 'No instant price'}</p>
      <p className="text-s text-muted">
        {unclear
          ? 'We can’t tell what needs doing yet. Say what is wrong, where it is and since when, or go on and let pros quote.'
          : 'This needs a pro’s eye first. Request quotes, and pros nearby answer the budget you name.'}
      </p>
    </div>
  );
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
