// What the pro can have now, and the way to it: a withdrawal, or first the bank details.
import { useState } from 'react';
import { Link } from 'react-router';
import type { Payouts } from '@/api/payouts';
import { asLondon, formatDay } from '@/shared/london';
import { formatPence, formatPenceExact } from '@/shared/money';
import { paths } from '@/shared/paths';
import { Button, ButtonLink, Docket } from '@/ui';
import { holdsBalance } from '../suspension';
import { usePro } from '../usePro';
import { BankDetails } from './BankDetails';
import { isOpen, statuses } from './statuses';
import { WithdrawDialog } from './WithdrawDialog';

export function Balance({ payouts }: { payouts: Payouts }) {
  const { availablePence, pendingPence, frozenPence, details, hasTaxDetails } = payouts;
  const [isWithdrawing, setWithdrawing] = useState(false);
  const hasBank = details === 'ready';
  const isReady = hasBank && hasTaxDetails;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Docket title="Available balance" price={formatPenceExact(availablePence)}>
        {pendingPence > 0 && (
          <p className="num text-s text-muted">
            {formatPenceExact(pendingPence)} {meaningOfOpen(payouts).note}
          </p>
        )}
        {frozenPence > 0 && (
          <p className="num text-s text-muted">
            {formatPenceExact(frozenPence)} is frozen while a job is disputed
          </p>
        )}
        {!hasBank && (
          <p className="text-s text-muted">
            We pay out every Friday once your bank details are in. They stay with our payment provider.
          </p>
        )}
        {!hasTaxDetails && (
          <p className="text-s text-muted">
            Before the first payout we also need your tax details, because we have to tell HMRC whom we pay.
          </p>
        )}
      </Docket>
      {isReady && <Withdraw payouts={payouts} onClick={() => setWithdrawing(true)} />}
      <p className="num text-s text-muted">
        Next payout: {formatDay(asLondon(payouts.nextPayout).day)}
        {!isReady && ', if your details are in by then'}
      </p>
      <BankDetails details={details} />
      {hasTaxDetails ? (
        <Link to={paths.master.tax} className="link justify-self-start text-s">
          Your tax details
        </Link>
      ) : (
        <ButtonLink to={paths.master.tax} look={hasBank ? 'primary' : 'quiet'}>
          Add tax details
        </ButtonLink>
      )}
      {isWithdrawing && <WithdrawDialog payouts={payouts} onClose={() => setWithdrawing(false)} />}
    </div>
  );
}

/** The button stays in reach while nothing can be withdrawn, so that the reason is read out with it. */
function Withdraw({ payouts, onClick }: { payouts: Payouts; onClick: () => void }) {
  const { suspension } = usePro();
  const reason =
    suspension && holdsBalance(suspension)
      ? 'Your balance is held while your account is suspended. Your home page says for how long.'
      : whyNot(payouts);
  return (
    <>
      <Button
        aria-disabled={reason !== null}
        aria-describedby={reason ? 'why-not' : undefined}
        onClick={reason ? undefined : onClick}
      >
        Withdraw
      </Button>
      {reason && (
        <p id="why-not" className="num text-s text-muted">
          {reason}
        </p>
      )}
    </>
  );
}

/** What the open payout waits for: money can be on the move without having left. */
function meaningOfOpen({ history }: Payouts) {
  return statuses[history.find(isOpen)?.status ?? 'pending'];
}

function whyNot(payouts: Payouts): string | null {
  const { history, availablePence, leastPence } = payouts;
  if (history.some(isOpen))
    return `One payout at a time: the last one is still ${meaningOfOpen(payouts).word.toLowerCase()}.`;
  return availablePence < leastPence ? `The minimum withdrawal is ${formatPence(leastPence)}.` : null;
}
