// Another price for a job: whole pounds up or down, why, and what the pro would get.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { PriceProposal } from '@/api/jobs';
import { formatPence } from '@/shared/money';
import { Field, Segmented, TextInput } from '@/ui';
import { FormDialog } from '@/ui/FormDialog';
import { useKeptForm } from '@/ui/useKept';
import { useServerErrors } from '@/ui/useServerErrors';
import { PayAt } from '../pay';
import { useFocusKept } from '../useFocusKept';
import { MessageField } from './MessageField';
import { deltaOf, mostPounds, type ProposalForm, proposalSchema } from './schema';
import { notSent, type Proposable, usePropose } from './usePropose';

const fieldNames = { price_delta: 'pounds' };

export interface ProposeDialogProps {
  job: Proposable;
  onClose: () => void;
}

export function ProposeDialog({ job, onClose }: ProposeDialogProps) {
  const most = mostPounds(job.pricePence);
  // The time that was seen before the form covered it.
  const [startsAt] = useState(job.startsAt);
  const propose = usePropose({ ...job, startsAt });
  const schema = useMemo(() => proposalSchema(most), [most]);
  const form = useKeptForm<ProposalForm, unknown, PriceProposal>(`proposal ${job.bookingId}`, {
    defaultValues: { direction: 'more', pounds: '', message: '' },
    resolver: zodResolver<ProposalForm, unknown, PriceProposal>(schema),
  });
  const { register, handleSubmit, setValue, control, formState } = form;
  const { errors } = formState;
  const problem = useServerErrors(form, propose.error, notSent, fieldNames);
  const typed = useWatch({ control }) as ProposalForm;
  const delta = deltaOf(typed, most) ?? 0;

  useFocusKept();
  const send = handleSubmit((proposal) => propose.mutate(proposal, { onSuccess: onClose }));

  return (
    <FormDialog
      id="propose"
      title="Propose another price"
      description="The client must agree before the job is yours. Until then nobody else can take it."
      busyText="Sending…"
      isBusy={propose.isPending}
      problem={problem}
      action="Send proposal"
      onSubmit={send}
      onClose={onClose}
    >
      <Segmented
        legend="Higher or lower"
        name="direction"
        value={typed.direction}
        options={[
          { value: 'more', label: 'Higher' },
          { value: 'less', label: 'Lower' },
        ]}
        onChange={(direction) => setValue('direction', direction)}
      />
      <Field
        id="pounds"
        label={typed.direction === 'more' ? 'How many pounds more' : 'How many pounds less'}
        hint={`Whole pounds, up to ${formatPence(most * 100)}.`}
        error={errors.pounds?.message}
      >
        <TextInput {...register('pounds')} inputMode="numeric" autoComplete="off" className="num max-w-40" />
      </Field>
      <MessageField
        label="Why"
        typed={typed.message}
        error={errors.message?.message}
        control={register('message')}
      />
      <PayAt
        pricePence={job.pricePence + delta * 100}
        feeBasisPoints={job.feeBasisPoints}
        known={delta === 0 ? job : undefined}
      />
    </FormDialog>
  );
}
