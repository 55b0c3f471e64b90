import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Job } from '@/api/jobs';
import { Field, TextInput } from '@/ui';
import { FormDialog } from '@/ui/FormDialog';
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
    <FormDialog
      id="start-code"
      title="Enter the start code"
      description="The client shows you four digits on their booking page."
      action="Check and begin"
      busyText="Checking…"
      other={{ label: "The client can't be reached", onClick: onAlone }}
      isBusy={step.isBusy}
      problem={
        isLocked
          ? 'The start code is locked after five wrong tries. Ask the client to make a new one on their booking page.'
          : step.problem
      }
      onSubmit={handleSubmit(({ code }) => step.send({ status: 'in_progress', startCode: code }))}
      onClose={onClose}
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
    </FormDialog>
  );
}
