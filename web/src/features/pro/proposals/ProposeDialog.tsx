// Another price for a job: whole pounds up or down, why, and what the pro would get.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { PriceProposal } from '@/api/jobs';
import { formatPence } from '@/shared/money';
import { Field, Segmented, TextInput } from '@/ui';
import { PayAt } from '../pay';
import { FormDialog } from './FormDialog';
import { MessageField } from './MessageField';
import { deltaOf, mostPounds, type ProposalForm, proposalSchema } from './schema';
import { type Proposable, refusedFields, usePropose } from './usePropose';

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
  const { register, handleSubmit, setValue, setError, control, formState } = useForm<
    ProposalForm,
    unknown,
    PriceProposal
  >({
    defaultValues: { direction: 'more', pounds: '', message: '' },
    resolver: zodResolver<ProposalForm, unknown, PriceProposal>(schema),
  });
  const { errors } = formState;
  const typed = useWatch({ control }) as ProposalForm;
  const delta = deltaOf(typed, most) ?? 0;

  const send = handleSubmit((proposal) =>
    propose.mutate(proposal, { onSuccess: onClose, onError: (error) => showAtFields(error) }),
  );

  function showAtFields(error: Error): void {
    const { price_delta, message } = refusedFields(error);
    if (message) setError('message', { message }, { shouldFocus: true });
    if (price_delta) setError('pounds', { message: price_delta }, { shouldFocus: true });
  }

  return (
    <FormDialog
      title="Propose another price"
      description="The client must agree before the job is yours. Until then nobody else can take it."
      sending={propose}
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
