import type { Job } from '@/api/jobs';
import { usePricing } from '@/pricing';
import { formatPence } from '@/shared/money';

/** What extra work of `sumPence` adds to the price, the fee and what the pro gets. Its place is kept until the pricing module can tell. */
export function ExtraPay({ job, sumPence }: { job: Job; sumPence: number }) {
  const { data: pricing } = usePricing();
  const whole = pricing?.fee({
    amountPence: job.price_pence + sumPence,
    feeBasisPoints: job.fee_basis_points,
  });
  return (
    <div aria-live="polite" className="min-h-14 border-t border-line pt-3">
      {whole && (
        <div className="num flex flex-wrap items-end justify-between gap-x-4 text-xs text-muted">
          <dl>
            <dt>Your share</dt>
            <dd className="text-xl font-[750] tracking-[-0.02em] text-ink">
              {formatPence(whole.netPence - job.net_pence)}
            </dd>
          </dl>
          <dl className="grid grid-cols-[auto_auto] gap-x-1.5 text-right">
            <dt>Extra</dt>
            <dd>{formatPence(sumPence)}</dd>
            <dt>Fee</dt>
            <dd>{formatPence(whole.feePence - job.fee_pence)}</dd>
          </dl>
        </div>
      )}
    </div>
  );
}
