// Suggesting further work: what should be done, and what kind of work that is. What is typed is kept until it is sent.
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { makeAttempts } from '@/api/attempt';
import type { Job } from '@/api/jobs';
import { newWork } from '@/api/limits';
import { type NewWork, suggestWork } from '@/api/newWork';
import { Field, TextArea } from '@/ui';
import { FormDialog } from '@/ui/FormDialog';
import { Select } from '@/ui/Select';
import { forgetDraft, keepDraft, withDraft } from '../drafts';
import { useSaid } from '../job/useSaid';
import { useFocusKept } from '../useFocusKept';

const { minLength: LEAST, maxLength: MOST } = newWork.text;

/** Counted as the server does: in code points. */
const length = (text: string) => [...text].length;

const schema = z.object({
  text: z.string().check(
    z.trim(),
    z.refine<string>(
      (typed) => length(typed) >= LEAST && length(typed) <= MOST,
      `Write ${LEAST} to ${MOST} characters.`,
    ),
  ),
  problemType: z.string().check(z.minLength(1, 'Choose what kind of work it is.')),
});

interface SuggestDialogProps {
  job: Job;
  onClose: () => void;
}

export function SuggestDialog({ job, onClose }: SuggestDialogProps) {
  const draft = `newWork:${job.id}` as const;
  const [attempt] = useState(makeAttempts);
  const { register, handleSubmit, watch, getValues, formState } = useForm({
    defaultValues: withDraft(draft, { text: '', problemType: '' }),
    resolver: zodResolver(schema),
  });
  const { isBusy, send, errors, problem } = useSaid<NewWork>({
    id: job.id,
    say: (work) => attempt(work, (work, key) => suggestWork(job.id, work, key)),
    fields: ['text', 'problemType'],
    onDone: () => {
      forgetDraft(draft);
      onClose();
    },
  });
  const keep = () => keepDraft(draft, getValues());
  const { errors: typed } = formState;
  useFocusKept();
  return (
    <FormDialog
      id="suggest-work"
      title="Suggest further work"
      description="Your client gets a link, chooses a time and sees the usual price. Nothing is booked until then, and your diary stays as it is."
      action="Send to your client"
      busyText="Sending…"
      other={{ label: 'Cancel', onClick: onClose }}
      isBusy={isBusy}
      problem={problem}
      onSubmit={handleSubmit((work) => send(work))}
      onClose={onClose}
    >
      <Field
        id="new-work-text"
        label="What should be done"
        hint="Phone numbers and emails are hidden."
        counter={`${MOST - length(watch('text'))} left`}
        error={typed.text?.message ?? errors.text}
      >
        <TextArea {...register('text', { onChange: keep })} rows={4} autoComplete="off" />
      </Field>
      <Field id="new-work-type" label="Kind of work" error={typed.problemType?.message ?? errors.problemType}>
        <Select {...register('problemType', { onChange: keep })}>
          <option value="">Choose</option>
          {job.new_work_types?.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}
