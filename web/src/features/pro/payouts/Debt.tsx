// What a pro owes: the fees of cash jobs, which clients pay to the pro, and refunds of jobs that were paid out before.
import { debtPayment } from '@/api/limits';
import { formatPence, formatPenceExact } from '@/shared/money';
import { paths } from '@/shared/paths';
import { Banner, ButtonLink } from '@/ui';

/** Pence: the least that a card can pay. */
const LEAST_BY_CARD = debtPayment.amountPence.minimum;

export function Debt({ pence, limitPence }: { pence: number; limitPence: number }) {
  const limit = formatPence(limitPence);
  const isOver = pence > limitPence;
  const said = (
    <>
      <h2 id="debt-title" className="num text-m">
        You owe Callout {formatPenceExact(pence)}
      </h2>
      <p className="text-s">Fees for cash jobs, and refunds of jobs that were paid out already.</p>
      <p className="num text-s">
        It comes off your next card earnings.{' '}
        {isOver
          ? `You get no cash jobs until it is ${limit} or less.`
          : `Above ${limit} you get no cash jobs until it is lower.`}
      </p>
      {pence >= LEAST_BY_CARD && (
        <ButtonLink
          to={paths.master.debt}
          look={isOver ? 'primary' : 'quiet'}
          size="small"
          className="num mt-2 justify-self-start"
        >
          Pay {formatPenceExact(pence)} now
        </ButtonLink>
      )}
    </>
  );
  return (
    <section aria-labelledby="debt-title">
      {isOver ? (
        <Banner tone="warn">
          <div className="grid gap-1">{said}</div>
        </Banner>
      ) : (
        <div className="card grid gap-1 p-4">{said}</div>
      )}
    </section>
  );
}
