// The form by which a client disputes a job.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Capability } from '@/api/bookings';
import { type NewDispute, openDispute } from '@/api/disputes';
import type { Dispute } from '@/api/types';
import { Field, TextArea } from '@/ui';
import { CodeField, codeErrors, codeText } from '@/ui/dispute/CodeField';
import { disputeReasons } from '@/ui/dispute/reasons';
import { MOST_PHOTOS, statementText, textLeft } from '@/ui/dispute/statement';
import { FormDialog } from '@/ui/FormDialog';
import { RadioCard } from '@/ui/RadioCard';
import { Photos } from '@/ui/upload/Photos';
import { useKeptForm } from '@/ui/useKept';
import { useServerErrors } from '@/ui/useServerErrors';
import { SendCode } from './SendCode';

const reasons = ['not_done', 'poor_work', 'damage', 'price', 'other'] as const;

const schemaOf = (needsCode: boolean) =>
  z.object({
    reason: z.enum(reasons, 'Choose what went wrong.'),
    text: statementText,
    photos: z.array(z.string()),
    code: codeText(needsCode),
  });

type Form = z.infer<ReturnType<typeof schemaOf>>;

const BY_CARD =
  'While we look into it, we hold back what your pro earned from this job, or the same amount of their next earnings.';
const IN_CASH =
  'You paid your pro in cash, so we hold no money for this job. We look into it and tell you what we find.';

interface DisputeDialogProps {
  id: string;
  capability: Capability;
  /** Of a job paid in cash there is no money that waits. */
  isCash: boolean;
  /** A guest link alone is not enough. */
  needsCode: boolean;
  onOpened: (dispute: Dispute) => void;
  onClose: () => void;
}

/** What was typed stays when it could not be sent. */
export function DisputeDialog({ id, capability, isCash, needsCode, onOpened, onClose }: DisputeDialogProps) {
  const form = useKeptForm('dispute', {
    secret: ['code'],
    defaultValues: { reason: '' as Form['reason'], text: '', photos: [] as string[], code: '' },
    resolver: zodResolver(schemaOf(needsCode)),
  });
  const { register, handleSubmit, watch, setValue, formState } = form;
  const { errors } = formState;
  const sending = useMutation({
    mutationFn: (dispute: NewDispute) => openDispute(id, dispute, capability),
    onSuccess: onOpened,
  });
  const problem = useServerErrors(form, sending.error, 'It could not be sent. Please try again.', codeErrors);
  return (
    <FormDialog
      id="dispute"
      title="Something went wrong?"
      description={`${isCash ? IN_CASH : BY_CARD} Your statutory rights are not affected.`}
      action="Send"
      busyText="Sending…"
      isBusy={sending.isPending}
      problem={problem}
      onSubmit={handleSubmit(({ code, ...dispute }) =>
        sending.mutate({ ...dispute, ...(needsCode && { code }) }),
      )}
      onClose={onClose}
    >
      <fieldset className="min-w-0" aria-describedby={errors.reason && 'reason-error'}>
        <legend className="mb-2 text-s font-[650]">What went wrong?</legend>
        <div className="grid grid-cols-1 gap-2">
          {reasons.map((reason) => (
            <RadioCard
              key={reason}
              {...register('reason')}
              value={reason}
              checked={watch('reason') === reason}
            >
              {disputeReasons[reason]}
            </RadioCard>
          ))}
        </div>
        {errors.reason && (
          <p id="reason-error" className="mt-2 text-s text-bad">
            {errors.reason.message}
          </p>
        )}
      </fieldset>
      <Field
        id="dispute-text"
        label="What happened?"
        hint="Phone numbers and emails are hidden."
        counter={textLeft(watch('text'))}
        error={errors.text?.message}
      >
        <TextArea {...register('text')} rows={4} autoComplete="off" />
      </Field>
      <Photos
        id="dispute-photos"
        urls={watch('photos')}
        most={MOST_PHOTOS}
        error={errors.photos?.message}
        onChange={(photos) => setValue('photos', photos, { shouldValidate: formState.isSubmitted })}
      />
      {needsCode && (
        <>
          <SendCode id={id} capability={capability} />
          <CodeField id="dispute-code" error={errors.code?.message} control={register('code')} />
        </>
      )}
    </FormDialog>
  );
}
