// Giving a job back, with a reason.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { withdrawFromJob } from '@/api/jobs';
import { keys } from '@/api/keys';
import { withdrawal } from '@/api/limits';
import { problemText } from '@/api/problem';
import { paths } from '@/shared/paths';
import { required } from '@/shared/textRules';
import { Button, Field, TextArea, toast } from '@/ui';
import { FormDialog } from '@/ui/FormDialog';
import { useKeptForm } from '@/ui/useKept';

export function Withdraw({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        Withdraw
      </Button>
      {open && <WithdrawDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
}

const LONGEST = withdrawal.reason.maxLength;

const schema = z.object({ reason: required('Please say why.', LONGEST) });

function WithdrawDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { register, handleSubmit, watch, formState } = useKeptForm('withdraw', {
    defaultValues: { reason: '' },
    resolver: zodResolver(schema),
  });
  const withdrawal = useMutation({
    mutationFn: (reason: string) => withdrawFromJob(id, reason),
    onSuccess: () => {
      toast('You have withdrawn from the job');
      // Its page is nobody's any more: nothing of it is kept.
      navigate(paths.master.jobs, { replace: true });
      queryClient.removeQueries({ queryKey: keys.pro.job.one(id) });
      void queryClient.invalidateQueries({ queryKey: keys.pro.jobs.all });
    },
  });
  return (
    <FormDialog
      id="withdraw"
      title="Withdraw from this job?"
      description="We ask other pros, and you never see this job again. The client is told."
      action="Withdraw"
      busyText="Withdrawing…"
      look="danger"
      other={{ label: 'Keep the job', onClick: onClose }}
      isBusy={withdrawal.isPending}
      problem={
        withdrawal.error &&
        problemText(withdrawal.error, "We couldn't take you off this job. Please try again.")
      }
      onSubmit={handleSubmit(({ reason }) => withdrawal.mutate(reason))}
      onClose={onClose}
    >
      <Field
        id="reason"
        label="Reason"
        error={formState.errors.reason?.message}
        counter={`${LONGEST - [...watch('reason')].length} left`}
      >
        <TextArea {...register('reason')} rows={3} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
