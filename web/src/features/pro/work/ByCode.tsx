import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Job } from '@/api/jobs';
import { Button, Dialog, Field, TextInput } from '@/ui';
import { Problem } from '@/ui/Problem';
import { useWorkStep } from './useWorkStep';

/** However a phone or a person spaces them. */
const schema = z.object({
  code: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => typed.replace(/\s/g, '')),
    ),
    z.string().check(z.regex(/^[0-9]{4}$/, 'Enter the four digits that the client shows you.')),
  ),
});

interface ByCodeProps {
  job: Job;
  /** The client cannot be reached. */
  onAlone: () => void;
  onClose: () => void;
}

export function ByCode({ job, onAlone, onClose }: ByCodeProps) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { code: '' },
    resolver: zodResolver(schema),
  });
  const step = useWorkStep({ id: job.id, fields: ['startCode'], onDone: onClose });
  const isLocked = job.start?.triesLeft === 0 && step.errors.startCode === undefined && step.problem === null;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      busy={step.isBusy}
      title="Enter the start code"
      description="The client shows you four digits on their booking page."
      actions={
        <>
          <Button type="submit" form="start-code" busy={step.isBusy} busyText="Checking…">
            Check and begin
          </Button>
          <Button look="quiet" disabled={step.isBusy} onClick={onAlone}>
            The client can't be reached
          </Button>
        </>
      }
    >
      <form
        id="start-code"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={handleSubmit(({ code }) => step.send({ status: 'in_progress', startCode: code }))}
      >
        <Field id="code" label="Start code" error={formState.errors.code?.message ?? step.errors.startCode}>
          <TextInput
            {...register('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            className="num text-l tracking-[0.2em]"
          />
        </Field>
        <Problem
          text={
            isLocked
              ? 'The start code is locked after five wrong tries. Ask the client to make a new one on their booking page.'
              : step.problem
          }
        />
      </form>
    </Dialog>
  );
}
