import { PROS_NAME_PRICE } from '@/shared/bookingWords';
import { formatPence, formatPounds } from '@/shared/money';
import { Docket } from '@/ui';
import { areaOf, type DraftPrice, issueOf, type PriceMode, whenOf } from '../checkout';
import type { BookingDraft } from '../draft';
import { Confidence } from '../estimate/Confidence';
import { aboutPrice, middleOf, PRO_CONFIRMS } from '../estimate/pricing';

export interface ReviewDocketProps {
  draft: BookingDraft;
  price: DraftPrice;
  mode: PriceMode;
}

/** Problem, area and time; the price with its confidence, unless pros name it. */
export function ReviewDocket({ draft, price, mode }: ReviewDocketProps) {
  const unpriced = whyUnpriced(price, mode);
  const middle = middleOf(price.estimate);
  const { estimated_cost: estimatedCost } = price.estimate;
  return (
    <Docket
      title={issueOf(draft)}
      detail={
        <>
          <p>{areaOf(draft)}</p>
          <p className="num">{whenOf(draft)}</p>
          <p dir="auto" className="mt-1 line-clamp-3 break-words">
            “{draft.description}”
          </p>
        </>
      }
      price={unpriced ? undefined : formatPence(price.beforeCouponPence)}
    >
      {unpriced ? (
        <p className="mt-3 text-s font-[550]">{unpriced}</p>
      ) : (
        <>
          <p className="mb-3 text-s text-muted">
            incl. VAT & callout
            {middle && `; the estimate is ${formatPounds(estimatedCost ?? 0)}, ${middle}`}
          </p>
          <Confidence of={price.estimate} />
        </>
      )}
    </Docket>
  );
}

/** What stands in place of a price; null where there is one. */
function whyUnpriced({ estimate, beforeCouponPence }: DraftPrice, mode: PriceMode): string | null {
  if (mode === 'OPEN') return `${PROS_NAME_PRICE}.`;
  const about = aboutPrice(estimate);
  if (about) return `${about} ${PRO_CONFIRMS}`;
  return beforeCouponPence > 0
    ? null
    : 'No instant price for this one: say what it may cost, and a pro answers.';
}
