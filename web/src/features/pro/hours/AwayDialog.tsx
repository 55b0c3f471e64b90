import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { hoursQuery, type JobMet, saveAway, type TimeAwayChange } from '@/api/hours';
import { randomId } from '@/shared/id';
import { londonDay } from '@/shared/london';
import { serverNow } from '@/shared/session';
import { Field, TextInput, toast } from '@/ui';
import { FormDialog } from '@/ui/FormDialog';
import { useServerErrors } from '@/ui/useServerErrors';
import { type AwayForm, awaySchema } from './schema';

export interface AwayDialogProps {
  kind: AwayForm['kind'];
  onClose: () => void;
  /** With the jobs that it meets. */
  onSaved: (jobs: readonly JobMet[]) => void;
}

const words = {
  day_off: {
    title: 'Days off',
    description: 'You are not offered jobs on these days.',
    saved: 'Your days off are saved',
  },
  block: {
    title: 'Block a time',
    description: 'You are not offered jobs at this time.',
    saved: 'The time is blocked',
  },
};

export function AwayDialog({ kind, onClose, onSaved }: AwayDialogProps) {
  const queryClient = useQueryClient();
  // The same for each try, so that none is saved twice.
  const [id] = useState(randomId);
  const form = useForm<AwayForm, unknown, TimeAwayChange>({
    defaultValues: { kind, day: '', lastDay: '', from: '', to: '', note: '' },
    resolver: zodResolver<AwayForm, unknown, TimeAwayChange>(awaySchema),
  });
  const { register, handleSubmit, formState } = form;
  const { errors } = formState;
  const { title, description, saved } = words[kind];
  const saving = useMutation({
    mutationFn: (away: TimeAwayChange) => saveAway(id, away),
    onSuccess: async (jobs) => {
      await queryClient.invalidateQueries({ queryKey: hoursQuery.queryKey });
      toast(saved, { tone: 'good' });
      onSaved(jobs);
    },
  });
  const names = kind === 'day_off' ? { start: 'day', end: 'lastDay' } : { start: 'from', end: 'to' };
  const problem = useServerErrors(form, saving.error, 'It could not be saved. Please try again.', names);
  const today = londonDay(serverNow());
  return (
    <FormDialog
      id="away"
      title={title}
      description={description}
      action="Save"
      busyText="Saving…"
      isBusy={saving.isPending}
      problem={problem}
      onSubmit={handleSubmit((away) => saving.mutate(away))}
      onClose={onClose}
    >
      <Field id="day" label={kind === 'day_off' ? 'First day' : 'Day'} error={errors.day?.message}>
        <TextInput {...register('day')} type="date" min={today} className="num max-w-52" />
      </Field>
      {kind === 'day_off' ? (
        <Field
          id="lastDay"
          label="Last day"
          optional
          hint="Leave it empty for one day."
          error={errors.lastDay?.message}
        >
          <TextInput {...register('lastDay')} type="date" min={today} className="num max-w-52" />
        </Field>
      ) : (
        <div className="grid grid-cols-2 gap-4">
          <Field id="from" label="From" error={errors.from?.message}>
            <TextInput {...register('from')} type="time" className="num" />
          </Field>
          <Field id="to" label="To" error={errors.to?.message}>
            <TextInput {...register('to')} type="time" className="num" />
          </Field>
        </div>
      )}
      <Field id="note" label="Note" optional hint="Only you see it." error={errors.note?.message}>
        <TextInput {...register('note')} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
