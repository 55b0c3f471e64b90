// The price of a job without one: whole pounds, how long it takes, and what the pro would get.
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { NamedPrice } from '@/api/jobs';
import { JOB_LENGTHS, lengthText } from '@/shared/jobLength';
import { Field, TextInput } from '@/ui';
import { FormDialog } from '@/ui/FormDialog';
import { Select } from '@/ui/Select';
import { useKeptForm } from '@/ui/useKept';
import { useServerErrors } from '@/ui/useServerErrors';
import { PayAt } from '../pay';
import { useFocusKept } from '../useFocusKept';
import { MessageField } from './MessageField';
import { type NamedPriceForm, namedPriceSchema, poundsOf } from './namedPrice';
import type { ProposeDialogProps } from './ProposeDialog';
import { notSent, usePropose } from './usePropose';

export function NamePriceDialog({ job, onClose }: ProposeDialogProps) {
  // The time that was seen before the form covered it.
  const [startsAt] = useState(job.startsAt);
  const propose = usePropose({ ...job, startsAt });
  const form = useKeptForm<NamedPriceForm, unknown, NamedPrice>(`price ${job.bookingId}`, {
    defaultValues: { price: '', lengthMinutes: '', message: '' },
    resolver: zodResolver<NamedPriceForm, unknown, NamedPrice>(namedPriceSchema),
  });
  const { register, handleSubmit, control, formState } = form;
  const { errors } = formState;
  const problem = useServerErrors(form, propose.error, notSent);
  const typed = useWatch({ control }) as NamedPriceForm;
  const pounds = poundsOf(typed.price);

  useFocusKept();
  const send = handleSubmit((named) => propose.mutate(named, { onSuccess: onClose }));

  return (
    <FormDialog
      id="propose"
      title="Name your price"
      description="The client sees it beside other pros' prices and chooses. Until then the job is not yours."
      busyText="Sending…"
      isBusy={propose.isPending}
      problem={problem}
      action="Send your price"
      onSubmit={send}
      onClose={onClose}
    >
      <Field
        id="price"
        label="Price"
        hint="Whole pounds: all that the client pays."
        error={errors.price?.message}
      >
        <TextInput {...register('price')} inputMode="numeric" autoComplete="off" className="num max-w-40" />
      </Field>
      <Field id="lengthMinutes" label="How long it takes" error={errors.lengthMinutes?.message}>
        <Select {...register('lengthMinutes')} className="max-w-40">
          <option value="">Choose</option>
          {JOB_LENGTHS.map((minutes) => (
            <option key={minutes} value={minutes}>
              {lengthText(minutes)}
            </option>
          ))}
        </Select>
      </Field>
      <MessageField
        label="Message"
        typed={typed.message}
        error={errors.message?.message}
        control={register('message')}
      />
      <PayAt
        pricePence={pounds === undefined ? undefined : pounds * 100}
        feeBasisPoints={job.feeBasisPoints}
      />
    </FormDialog>
  );
}
