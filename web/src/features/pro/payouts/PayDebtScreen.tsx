// /master/payouts/debt: pays everything that the pro owes, by card.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { debtIsPaid, openDebt, payoutsQuery } from '@/api/payouts';
import { hasCode, problemText } from '@/api/problem';
import { CardForm } from '@/card/CardForm';
import { WithAlert } from '@/card/CheckoutAlert';
import { type CheckoutProblem, NOT_HEARD, PAYMENT_FAILED } from '@/card/handle';
import { useCardForm } from '@/card/useCardForm';
import { useOffline } from '@/shared/connection';
import { formatPenceExact } from '@/shared/money';
import { paths } from '@/shared/paths';
import { AreaPage, Button, ErrorSummary, LoadError, Skeleton, toast } from '@/ui';

/** What Stripe adds to the address when a bank took over the whole window. */
const RETURNED = 'payment_intent';

export function PayDebtScreen() {
  const [search] = useSearchParams();
  const returned = search.get(RETURNED);
  return (
    <AreaPage title="Pay what you owe" back={{ to: paths.master.payouts, label: 'Payouts' }}>
      <div className="grid max-w-[36rem] grid-cols-1 gap-4">
        {returned ? <Returned intent={returned} /> : <Owed />}
      </div>
    </AreaPage>
  );
}

function Owed() {
  const { data, isError, refetch } = useQuery({ ...payoutsQuery, refetchOnMount: 'always' });
  if (isError) return <LoadError retry={() => void refetch()}>Failed to load what you owe</LoadError>;
  if (!data) return <Skeleton className="h-80" label="Loading what you owe" />;
  if (data.debtPence === 0) return <Navigate to={paths.master.payouts} replace />;
  return <DebtForm owedPence={data.debtPence} />;
}

/** What was owed when the form was opened is paid, unless the server says that it has changed. */
function DebtForm({ owedPence }: { owedPence: number }) {
  const queryClient = useQueryClient();
  const settled = useSettled();
  const offline = useOffline();
  const [amountPence] = useState(owedPence);
  const payment = useMutation({
    mutationFn: pay,
    onSuccess: (problem) => {
      if (!problem) settled();
    },
    onError: (error) => {
      if (hasCode(error, 'nothing_owed')) void queryClient.invalidateQueries(payoutsQuery);
    },
  });
  const { isPending: busy } = payment;
  const { card, mounted, setMounted, problems, attempt, onSubmit } = useCardForm(() => payment.mutateAsync());
  const problem: CheckoutProblem | null = payment.error
    ? { text: problemText(payment.error, PAYMENT_FAILED), advice: 'Nothing has been charged.' }
    : (payment.data ?? null);

  /** What stands in the way; null once it is paid. */
  async function pay(): Promise<CheckoutProblem | null> {
    const opened = await openDebt();
    if (!card.current || opened.amountPence !== amountPence) {
      void queryClient.invalidateQueries(payoutsQuery);
      return {
        text: `You owe ${formatPenceExact(opened.amountPence)} now.`,
        advice: 'Please open this page again. Nothing has been charged.',
      };
    }
    const refusal = await card.current.confirm(opened, paths.master.debt);
    if (refusal) return refusal;
    const { isPaid } = await debtIsPaid(opened.paymentIntentId).catch(() => ({ isPaid: null }));
    if (isPaid === null) return NOT_HEARD;
    return isPaid ? null : { text: PAYMENT_FAILED, advice: 'Try another card. Nothing has been charged.' };
  }

  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={onSubmit}>
      <p className="num">
        You owe Callout <strong>{formatPenceExact(amountPence)}</strong>. Your card is charged at once.
      </p>
      <ErrorSummary problems={problems} attempt={attempt} />
      <CardForm
        ref={card}
        amountPence={amountPence}
        keepsCard={false}
        busy={busy}
        refused={problem?.cardRefused ?? false}
        onMounted={setMounted}
      />
      <WithAlert problem={problem}>
        <Button
          type="submit"
          busy={busy}
          busyText="Processing…"
          disabled={!mounted || offline}
          className="num"
          icon={<Lock aria-hidden="true" className="size-5" />}
        >
          Pay {formatPenceExact(amountPence)}
        </Button>
      </WithAlert>
    </form>
  );
}

/** Back from a bank's page: has the server ask the provider what became of the payment. */
function Returned({ intent }: { intent: string }) {
  const settled = useSettled();
  const [, setSearch] = useSearchParams();
  const asking = useMutation({
    mutationFn: () => debtIsPaid(intent),
    onSuccess: ({ isPaid }) => {
      if (isPaid) settled();
      else setSearch({}, { replace: true });
    },
  });
  const arrived = useEffectEvent(() => asking.mutate());
  useEffect(() => arrived(), []);
  if (asking.isError)
    return <LoadError retry={() => asking.mutate()}>Your payment could not be checked.</LoadError>;
  return <Skeleton className="h-80" label="Checking your payment" />;
}

/** Says that it is paid, on the page of payouts. */
function useSettled(): () => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries(payoutsQuery);
    toast('You have paid what you owed', { tone: 'good' });
    navigate(paths.master.payouts, { replace: true });
  };
}
