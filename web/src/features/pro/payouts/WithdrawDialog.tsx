// How much of the available balance to pay out now.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { makeAttempts } from '@/api/attempt';
import { keys } from '@/api/keys';
import { type Payouts, type WithdrawalRequest, withdraw } from '@/api/payouts';
import { formatPence } from '@/shared/money';
import { Button, Dialog, Field, TextInput, toast } from '@/ui';
import { Problem } from '@/ui/Problem';
import { useKeptForm } from '@/ui/useKept';
import { useServerErrors } from '@/ui/useServerErrors';
import { useFocusKept } from '../useFocusKept';
import { penceOf, type WithdrawalForm, withdrawalSchema } from './withdrawal';

const FORM = 'withdraw';
const fieldNames = { amountPence: 'pounds', balance_too_low: 'pounds' };

export interface WithdrawDialogProps {
  payouts: Payouts;
  onClose: () => void;
}

export function WithdrawDialog({ payouts, onClose }: WithdrawDialogProps) {
  const queryClient = useQueryClient();
  // As it was when the form was opened: if an answer was lost, the balance may already be without the amount that is sent again.
  const [{ leastPence, availablePence }] = useState(payouts);
  const [attempt] = useState(makeAttempts);
  const withdrawal = useMutation({
    mutationFn: (request: WithdrawalRequest) => attempt(request, withdraw),
    onSuccess: ({ amountPence }) =>
      toast(`Withdrawal of ${formatPence(amountPence)} requested`, { tone: 'good' }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keys.pro.payouts }),
  });
  const schema = useMemo(() => withdrawalSchema(leastPence, availablePence), [leastPence, availablePence]);
  const form = useKeptForm<WithdrawalForm, unknown, WithdrawalRequest>('withdrawal', {
    defaultValues: { pounds: (availablePence / 100).toFixed(2) },
    resolver: zodResolver<WithdrawalForm, unknown, WithdrawalRequest>(schema),
  });
  const { register, handleSubmit, control, formState } = form;
  const typed = penceOf(useWatch({ control, name: 'pounds' }));
  const { isPending, error } = withdrawal;
  const problem = useServerErrors(
    form,
    error,
    'Your withdrawal could not be confirmed. Please try again.',
    fieldNames,
  );
  useFocusKept();

  const send = handleSubmit((request) => withdrawal.mutate(request, { onSuccess: onClose }));

  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      busy={isPending}
      title="Withdraw to your bank"
      actions={
        <>
          <Button type="submit" form={FORM} busy={isPending} busyText="Requesting…" className="num">
            Withdraw{typed !== undefined && ` ${formatPence(typed)}`}
          </Button>
          <Button look="quiet" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate className="grid grid-cols-1 gap-4" onSubmit={send}>
        <Field
          id="pounds"
          label="Amount in pounds"
          hint={`At least ${formatPence(leastPence)}. The rest is paid out on Friday.`}
          error={formState.errors.pounds?.message}
        >
          <TextInput
            {...register('pounds')}
            inputMode="decimal"
            autoComplete="off"
            className="num max-w-40"
          />
        </Field>
        <Problem text={problem} />
      </form>
    </Dialog>
  );
}
