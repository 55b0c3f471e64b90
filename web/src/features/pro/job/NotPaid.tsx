// A cash job that is done: its pro can say that the client did not pay, and reads what was decided about our fee.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Job, jobQuery, reportNotPaid } from '@/api/jobs';
import { ApiProblem, problemText } from '@/api/problem';
import { formatPenceExact } from '@/shared/money';
import { useHasPassed } from '@/shared/useHasPassed';
import { Button, Dialog, Field, TextArea } from '@/ui';
import { statementText, textLeft } from '@/ui/dispute/statement';
import { Problem } from '@/ui/Problem';
import { useFocusKept } from '../useFocusKept';

const FORM = 'not-paid';
const schema = z.object({ text: statementText });

export function NotPaid({ job }: { job: Job }) {
  const { not_paid: said, not_paid_until: until } = job;
  const [isOpen, setOpen] = useState(false);
  const isOver = useHasPassed(until ? Date.parse(until) : undefined);
  if (said) return <Said said={said} />;
  if (!until || isOver) return null;
  return (
    <>
      <Button look="quiet" size="small" className="justify-self-start" onClick={() => setOpen(true)}>
        The client did not pay
      </Button>
      {isOpen && <NotPaidDialog id={job.id} onClose={() => setOpen(false)} />}
    </>
  );
}

function Said({ said }: { said: NonNullable<Job['not_paid']> }) {
  const { text, verdict, words, waivedPence } = said;
  return (
    <section aria-labelledby="not-paid" className="card grid grid-cols-1 gap-2 p-4">
      <h2 id="not-paid" tabIndex={-1} className="text-m">
        {text ? 'You told us that the client did not pay' : 'Our fee for this job'}
      </h2>
      {text && <p className="whitespace-pre-line text-muted [overflow-wrap:anywhere]">{text}</p>}
      <p role="status" className="num">
        {!verdict && 'We are looking into it, and write to you.'}
        {verdict === 'waived' && `We have waived our fee of ${formatPenceExact(waivedPence)}.`}
        {verdict === 'upheld' && 'Our fee stays as it is.'} {words}
      </p>
    </section>
  );
}

function NotPaidDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, watch, setError, formState } = useForm({
    defaultValues: { text: '' },
    resolver: zodResolver(schema),
  });
  const sending = useMutation({
    mutationFn: ({ text }: { text: string }) => reportNotPaid(id, text),
    onSuccess: (job) => {
      queryClient.setQueryData(jobQuery(id).queryKey, job);
      onClose();
    },
    onError: (error) => {
      const message = refusedText(error);
      if (message) setError('text', { message }, { shouldFocus: true });
    },
  });
  const { isPending, error } = sending;
  useFocusKept();
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      busy={isPending}
      title="The client did not pay"
      description="Tell us what happened. We talk to the client, and decide whether you owe our fee."
      actions={
        <>
          <Button type="submit" form={FORM} busy={isPending} busyText="Sending…">
            Send
          </Button>
          <Button look="quiet" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        className="grid grid-cols-1 gap-4"
        onSubmit={handleSubmit((said) => sending.mutate(said))}
      >
        <Field
          id="not-paid-text"
          label="What happened"
          counter={textLeft(watch('text'))}
          error={formState.errors.text?.message}
        >
          <TextArea {...register('text')} rows={4} autoComplete="off" />
        </Field>
        <Problem
          text={
            error && !refusedText(error)
              ? problemText(error, 'Your message could not be sent. Please try again.')
              : null
          }
        />
      </form>
    </Dialog>
  );
}

function refusedText(error: Error): string | undefined {
  return error instanceof ApiProblem && error.status === 422 ? error.errors.text : undefined;
}
