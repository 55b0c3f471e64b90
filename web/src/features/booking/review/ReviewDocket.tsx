import { formatPence } from '@/shared/money';
import { Docket } from '@/ui';
import { areaOf, type DraftPrice, issueOf, whenOf } from '../checkout';
import type { BookingDraft } from '../draft';
import { Confidence } from '../estimate/Confidence';

/** Problem, area and time; the price with its confidence. */
export function ReviewDocket({ draft, price }: { draft: BookingDraft; price: DraftPrice }) {
  const priced = price.beforeCouponPence > 0;
  return (
    <Docket
      title={issueOf(draft)}
      detail={
        <>
          <p>{areaOf(draft)}</p>
          <p className="num">{whenOf(draft)}</p>
          <p className="mt-1 line-clamp-3 break-words">“{draft.description}”</p>
        </>
      }
      price={priced ? formatPence(price.beforeCouponPence) : undefined}
    >
      {priced ? (
        <>
          <p className="mb-3 text-s text-muted">incl. VAT & callout</p>
          <Confidence of={price.estimate} />
        </>
      ) : (
        <p className="mt-3 text-s font-[550]">
          No instant price for this one: say what it may cost, and a pro answers.
        </p>
      )}
    </Docket>
  );
}
