// /master/payouts: what is available, in clearing, and owed for cash jobs; what was paid out; and the statements.
import { useQuery } from '@tanstack/react-query';
import { type Payouts, payoutsQuery } from '@/api/payouts';
import { AreaPage, LoadError, Skeleton } from '@/ui';
import { Balance } from './Balance';
import { ClearingList } from './ClearingList';
import { Debt } from './Debt';
import { Invoices } from './Invoices';
import { PayoutHistory } from './PayoutHistory';
import { Statements } from './Statements';
import { isOpen } from './statuses';
import { useReturn } from './useReturn';

/** Milliseconds after which money on the move is looked up again: no event tells that it has cleared or arrived. */
const LOOK_AGAIN = 60_000;

export function PayoutsScreen() {
  return (
    <AreaPage title="Payouts">
      <Loaded />
    </AreaPage>
  );
}

function Loaded() {
  const { isBack, hasFailed, retry } = useReturn();
  const { data, isError, isPending, refetch } = useQuery({
    ...payoutsQuery,
    enabled: !isBack,
    refetchInterval: ({ state }) => (isMoving(state.data) ? LOOK_AGAIN : false),
    refetchOnWindowFocus: true,
  });
  return (
    <div className="grid max-w-[36rem] grid-cols-1 gap-6">
      {hasFailed && <LoadError retry={retry}>Your bank details could not be checked.</LoadError>}
      {isError && <LoadError retry={() => void refetch()}>Failed to load your payouts</LoadError>}
      {isBack || isPending ? (
        <>
          <Skeleton className="h-60" label="Loading your payouts" />
          <Skeleton className="h-44" />
        </>
      ) : (
        data && <Shown payouts={data} />
      )}
    </div>
  );
}

function isMoving(payouts: Payouts | undefined): boolean {
  return payouts !== undefined && (payouts.clearing.length > 0 || payouts.history.some(isOpen));
}

function Shown({ payouts }: { payouts: Payouts }) {
  const { clearingPence, debtPence, cashLimitPence, clearing, history, invoices, months, taxYears } = payouts;
  return (
    <>
      <Balance payouts={payouts} />
      {clearing.length > 0 && <ClearingList items={clearing} totalPence={clearingPence} />}
      {debtPence > 0 && <Debt pence={debtPence} limitPence={cashLimitPence} />}
      <PayoutHistory payouts={history} />
      {months.length > 0 && <Statements months={months} taxYears={taxYears} />}
      {invoices.length > 0 && <Invoices invoices={invoices} />}
    </>
  );
}
