// Another price for a job: whole pounds up or down, why, and what the pro would get.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { PriceProposal } from '@/api/jobs';
import { ApiProblem } from '@/api/problem';
import { usePricing } from '@/pricing';
import { formatPence } from '@/shared/money';
import { Button, Dialog, Field, Segmented, TextArea, TextInput } from '@/ui';
import { Problem } from '@/ui/Problem';
import { notAccepted } from '../offers/useAnswer';
import { PayFigures } from '../pay';
import { useFocusKept } from '../useFocusKept';
import { deltaOf, LONGEST_MESSAGE, mostPounds, type ProposalForm, proposalSchema } from './schema';
import { type Proposable, usePropose } from './usePropose';

const FORM = 'propose';

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
  useFocusKept();

  const send = handleSubmit((proposal) =>
    propose.mutate(proposal, { onSuccess: onClose, onError: (error) => showAtFields(error) }),
  );

  function showAtFields(error: Error): void {
    const { price_delta, message } = refusedFields(error);
    if (message) setError('message', { message }, { shouldFocus: true });
    if (price_delta) setError('pounds', { message: price_delta }, { shouldFocus: true });
  }

  const isAtField = Object.keys(refusedFields(propose.error)).length > 0;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      busy={propose.isPending}
      title="Propose another price"
      description="The client must agree before the job is yours. Until then nobody else can take it."
      actions={
        <Button type="submit" form={FORM} busy={propose.isPending} busyText="Sending…">
          Send proposal
        </Button>
      }
    >
      <form id={FORM} noValidate className="grid grid-cols-1 gap-4" onSubmit={send}>
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
          <TextInput
            {...register('pounds')}
            inputMode="numeric"
            autoComplete="off"
            className="num max-w-40"
          />
        </Field>
        <Field
          id="message"
          label="Why"
          optional
          hint="The client reads this. Phone numbers and emails are hidden."
          counter={`${LONGEST_MESSAGE - [...typed.message].length} left`}
          error={errors.message?.message}
        >
          <TextArea {...register('message')} rows={3} autoComplete="off" />
        </Field>
        <NewPay job={job} delta={deltaOf(typed, most) ?? 0} />
        <Problem
          text={
            propose.error && !isAtField
              ? notAccepted(propose.error, 'It could not be sent. Please try again.')
              : null
          }
        />
      </form>
    </Dialog>
  );
}

/** Price, fee and pay at the proposed price. Its place is kept until the pricing module can tell. */
function NewPay({ job, delta }: { job: Proposable; delta: number }) {
  const { data: pricing } = usePricing();
  const { feeBasisPoints } = job;
  const pricePence = job.pricePence + delta * 100;
  const pay = delta === 0 ? job : pricing?.fee({ amountPence: pricePence, feeBasisPoints });
  return (
    <div aria-live="polite" className="min-h-14 border-t border-line pt-3">
      {pay && <PayFigures pricePence={pricePence} feePence={pay.feePence} netPence={pay.netPence} />}
    </div>
  );
}

/** The fields that the server refuses, with its words. */
function refusedFields(error: Error | null): { price_delta?: string; message?: string } {
  return error instanceof ApiProblem && error.status === 422 ? error.errors : {};
}
