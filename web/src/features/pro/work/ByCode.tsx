import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Job } from '@/api/jobs';
import { useOffline } from '@/shared/connection';
import { Field, TextInput } from '@/ui';
import { FormDialog } from '@/ui/FormDialog';
import { startCode } from './startCode';
import { useWorkStep } from './useWorkStep';

const schema = z.object({ code: startCode });

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
  const offline = useOffline();
  const step = useWorkStep({ id: job.id, fields: ['startCode'], onDone: onClose });
  const isLocked = job.start?.triesLeft === 0 && step.errors.startCode === undefined && step.problem === null;
  return (
    <FormDialog
      id="start-code"
      title="Enter the start code"
      description={`The client shows you four digits on their booking page.${offline ? ' They are checked once you have a connection.' : ''}`}
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
          className="num text-l tracking-[0.2em]"
        />
      </Field>
    </FormDialog>
  );
}
