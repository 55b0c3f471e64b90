// The form by which a client disputes a job.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Capability } from '@/api/bookings';
import { type NewDispute, openDispute } from '@/api/disputes';
import { problemText } from '@/api/problem';
import type { Dispute } from '@/api/types';
import { Button, Dialog, Field, TextArea, TextInput } from '@/ui';
import { disputeReasons } from '@/ui/dispute/reasons';
import { MOST_PHOTOS, statementText, textLeft } from '@/ui/dispute/statement';
import { Problem } from '@/ui/Problem';
import { RadioCard } from '@/ui/RadioCard';
import { Photos } from '@/ui/upload/Photos';
import { useServerErrors } from '@/ui/useServerErrors';
import { SendCode } from './SendCode';

const reasons = ['not_done', 'poor_work', 'damage', 'price', 'other'] as const;

const schemaOf = (needsCode: boolean) =>
  z.object({
    reason: z.enum(reasons, 'Choose what went wrong.'),
    text: statementText,
    photos: z.array(z.string()),
    code: z.string().check(
      z.trim(),
      z.refine((code) => !needsCode || /^[0-9]{6}$/.test(code), 'Enter the 6 digits that we sent you.'),
    ),
  });

type Form = z.infer<ReturnType<typeof schemaOf>>;

/** A wrong code is an error of its own. */
const fieldNames = { invalid_code: 'code' };

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
  const form = useForm({
    defaultValues: { reason: '' as Form['reason'], text: '', photos: [] as string[], code: '' },
    resolver: zodResolver(schemaOf(needsCode)),
  });
  const { register, handleSubmit, watch, setValue, formState } = form;
  const { errors } = formState;
  const sending = useMutation({
    mutationFn: (dispute: NewDispute) => openDispute(id, dispute, capability),
    onSuccess: onOpened,
  });
  const problem = useServerErrors(
    form,
    sending.error,
    (error) => problemText(error, 'It could not be sent. Please try again.'),
    fieldNames,
  );
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      busy={sending.isPending}
      title="Something went wrong?"
      description={`${isCash ? IN_CASH : BY_CARD} Your statutory rights are not affected.`}
      actions={
        <Button type="submit" form="dispute" busy={sending.isPending} busyText="Sending…">
          Send
        </Button>
      }
    >
      <form
        id="dispute"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={handleSubmit(({ code, ...dispute }) =>
          sending.mutate({ ...dispute, ...(needsCode && { code }) }),
        )}
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
            <Field id="dispute-code" label="6-digit code" error={errors.code?.message}>
              <TextInput
                {...register('code', { setValueAs: (code: string) => code.replaceAll(' ', '') })}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={12}
                className="num max-w-40"
              />
            </Field>
          </>
        )}
        <Problem text={problem} />
      </form>
    </Dialog>
  );
}
