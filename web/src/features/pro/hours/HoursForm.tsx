import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { hoursQuery, saveHours, type WorkingHours, type WorkingHoursChange } from '@/api/hours';
import { Button, Checkbox, Field, Switch, TextInput, toast } from '@/ui';
import { Problem } from '@/ui/Problem';
import { RadioCard } from '@/ui/RadioCard';
import { useKeptForm } from '@/ui/useKept';
import { useServerErrors } from '@/ui/useServerErrors';
import { DayHours } from './DayHours';
import { type HoursForm as Form, formOf, hoursSchema, weekdays } from './schema';

/** Weekly hours, the least price and quiet nights: what is saved as a whole. */
export function HoursForm({ hours }: { hours: WorkingHours }) {
  const queryClient = useQueryClient();
  const form = useKeptForm<Form, unknown, WorkingHoursChange>('hours', {
    defaultValues: formOf(hours),
    resolver: zodResolver<Form, unknown, WorkingHoursChange>(hoursSchema),
  });
  const { register, control, handleSubmit, formState, reset, setValue } = form;
  const { errors } = formState;
  const when = useWatch({ control, name: 'when' });
  const saving = useMutation({
    mutationFn: saveHours,
    onSuccess: (saved) => {
      queryClient.setQueryData(hoursQuery.queryKey, saved);
      reset(formOf(saved));
      toast('Your working hours are saved', { tone: 'good' });
    },
  });
  const problem = useServerErrors(
    form,
    saving.error,
    'Your working hours could not be saved. Please try again.',
  );
  const weekly = errors.weekly;
  return (
    <form
      noValidate
      className="card grid grid-cols-1 gap-5 p-4"
      onSubmit={handleSubmit((change) => saving.mutate(change))}
    >
      <fieldset className="grid grid-cols-1 gap-2.5">
        <legend className="mb-2 text-l font-[700]">When you work</legend>
        <RadioCard name="when" checked={when === 'always'} onChange={() => setValue('when', 'always')}>
          <strong className="font-[650]">Any time</strong>
          <span className="block text-s text-muted">You are offered jobs at any time of any day.</span>
        </RadioCard>
        <RadioCard name="when" checked={when === 'hours'} onChange={() => setValue('when', 'hours')}>
          <strong className="font-[650]">At these hours</strong>
          <span className="block text-s text-muted">You are offered jobs that fit into them.</span>
        </RadioCard>
      </fieldset>
      {when === 'hours' && (
        <>
          <ul className="grid grid-cols-1">
            {weekdays.map((name, day) => (
              <DayHours key={name} name={name} day={day} form={form} />
            ))}
          </ul>
          <Problem text={weekly?.root?.message ?? weekly?.message ?? null} />
          <div>
            <Checkbox
              {...register('emergenciesAnyTime')}
              id="emergenciesAnyTime"
              label="Emergencies outside my hours"
              aria-describedby="emergencies-meaning"
            />
            <p id="emergencies-meaning" className="text-s text-muted">
              You are asked for emergencies at any time. Days off and blocked times still count.
            </p>
          </div>
        </>
      )}
      <Field
        id="minimumGBP"
        label="Minimum price"
        optional
        hint="In pounds, before our fee. You are not offered jobs below it."
        error={errors.minimumGBP?.message}
      >
        <TextInput
          {...register('minimumGBP')}
          inputMode="decimal"
          autoComplete="off"
          className="num max-w-40"
        />
      </Field>
      <div>
        <Switch
          {...register('quietAtNight')}
          id="quietAtNight"
          label="Quiet at night"
          aria-describedby="quiet-meaning"
        />
        <p id="quiet-meaning" className="text-s text-muted">
          From 22:00 to 07:00, and outside your hours, notifications of jobs that can wait come later. On an
          open page you see them at once.
        </p>
      </div>
      <Problem text={problem} />
      <Button
        type="submit"
        busy={saving.isPending}
        busyText="Saving…"
        className="sm:w-auto sm:justify-self-start"
      >
        Save
      </Button>
    </form>
  );
}
