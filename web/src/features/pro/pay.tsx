// What a job pays: the price, the platform's fee and what is left for the pro.
import { Banknote, CreditCard } from 'lucide-react';
import type { Job } from '@/api/jobs';
import { usePricing } from '@/pricing';
import { formatPence, formatPenceExact, formatPounds } from '@/shared/money';
import { Docket } from '@/ui';

export interface Pay {
  pricePence: number;
  feePence: number;
  netPence: number;
}

/** What the pro gets, large; price and fee beside it. */
export function PayFigures({ pricePence, feePence, netPence }: Pay) {
  return (
    <div className="num flex flex-wrap items-end justify-between gap-x-4 text-xs text-muted">
      <dl>
        <dt>You get</dt>
        <dd className="text-xl font-[750] tracking-[-0.02em] text-ink">{formatPence(netPence)}</dd>
      </dl>
      <dl className="grid grid-cols-[auto_auto] gap-x-1.5 text-right">
        <dt>Price</dt>
        <dd>{formatPence(pricePence)}</dd>
        <dt>Fee</dt>
        <dd>{formatPence(feePence)}</dd>
      </dl>
    </div>
  );
}

interface HowPaidProps {
  method: Job['payment_method'];
  /** What the client pays the pro by hand, pounds; undefined by card, and while there is no price. */
  collectPounds: number | undefined;
  /** Undefined while there is no price. */
  netPence: number | undefined;
}

/** Cash or card, and what it means for the pro: 'Cash: collect £137.50, you keep £116.87'. */
export function HowPaid({ method, collectPounds, netPence }: HowPaidProps) {
  const Icon = method === 'cash' ? Banknote : CreditCard;
  return (
    <p className="num flex items-start gap-2 text-s font-[650]">
      <Icon aria-hidden="true" className="mt-0.5 size-[1.125rem] shrink-0 text-muted" />
      {howPaidText({ method, collectPounds, netPence })}
    </p>
  );
}

export function howPaidText({ method, collectPounds, netPence }: HowPaidProps): string {
  if (netPence === undefined)
    return method === 'cash' ? 'Cash: the client pays you on the day' : 'Card: nothing to collect';
  if (method === 'cash' && collectPounds !== undefined)
    return `Cash: collect ${formatPounds(collectPounds)}, you keep ${formatPence(netPence)}`;
  return `Card: nothing to collect, we pay you ${formatPence(netPence)}`;
}

/** Where the figures would stand of a job whose price pros name. */
export const YOU_NAME_PRICE = 'You name the price';

export interface PayAtProps {
  /** Undefined while none is typed. */
  pricePence: number | undefined;
  feeBasisPoints: number;
  /** The fee and the pay, where they are known without the pricing module. */
  known?: Omit<Pay, 'pricePence'> | undefined;
}

/** Price, fee and pay at a proposed price. Its place is kept until they are known. */
export function PayAt({ pricePence, feeBasisPoints, known }: PayAtProps) {
  const { data: pricing } = usePricing();
  const at = pricePence === undefined ? undefined : pricing?.fee({ amountPence: pricePence, feeBasisPoints });
  const pay = known ?? at;
  return (
    <div aria-live="polite" className="min-h-14 border-t border-line pt-3">
      {pricePence !== undefined && pay && (
        <PayFigures pricePence={pricePence} feePence={pay.feePence} netPence={pay.netPence} />
      )}
    </div>
  );
}

/** The same of a pro's own job, as a slip with lines that add up. */
export function PayDocket({ job }: { job: Job }) {
  const { price_pence, fee_pence, net_pence, taken_back_pence, payment_method } = job;
  const lines = [
    { label: 'Price', amount: formatPenceExact(price_pence) },
    { label: 'Platform fee', amount: formatPenceExact(-fee_pence) },
  ];
  if (taken_back_pence > 0)
    lines.push({ label: 'Taken back for refunds', amount: formatPenceExact(-taken_back_pence) });
  return (
    <Docket
      title="Your pay"
      detail={payment_method === 'cash' ? 'The client pays in cash.' : 'The client pays by card.'}
      lines={lines}
      sum={{ label: 'You get', amount: formatPenceExact(net_pence - taken_back_pence) }}
    />
  );
}

/** What a cancelled job has earned all the same, as the books have it. */
export function EarnedDocket({ earned }: { earned: NonNullable<Job['earned']> }) {
  const lines = [
    { label: 'The client paid', amount: formatPenceExact(earned.paid_pence) },
    { label: 'Platform fee', amount: formatPenceExact(-earned.fee_pence) },
  ];
  if (earned.made_good_pence > 0)
    lines.push({ label: 'Made good after your appeal', amount: formatPenceExact(earned.made_good_pence) });
  return (
    <Docket
      title="What you earned"
      detail="The client pays for this although the job was cancelled."
      lines={lines}
      sum={{ label: 'You get', amount: formatPenceExact(earned.net_pence + earned.made_good_pence) }}
    />
  );
}
