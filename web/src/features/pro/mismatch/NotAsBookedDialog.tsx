// Saying that a job is not what was booked: words, a photo and, if the pro would do it, another price.
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { makeAttempts } from '@/api/attempt';
import type { Job } from '@/api/jobs';
import { newMismatch } from '@/api/limits';
import { type NewMismatch, reportMismatch } from '@/api/mismatch';
import { formatPence } from '@/shared/money';
import { poundsTyped } from '@/shared/typed';
import { Field, TextArea, TextInput } from '@/ui';
import { FormDialog } from '@/ui/FormDialog';
import { Photos } from '@/ui/upload/Photos';
import { forgetDraft, keepDraft, withDraft } from '../drafts';
import { useSaid } from '../job/useSaid';
import { useFocusKept } from '../useFocusKept';
import { reason, reasonLeft } from '../work/reason';

const MOST_POUNDS = newMismatch.price.maximum;

interface NotAsBookedDialogProps {
  job: Job;
  onClose: () => void;
}

/** What is typed; an empty price is none. */
function schemaOf(agreedPence: number) {
  const isAnother = (typed: string) => {
    const pounds = poundsTyped(typed) ?? 0;
    return pounds > 0 && pounds * 100 !== agreedPence && pounds <= MOST_POUNDS;
  };
  return z.object({
    text: reason,
    photos: z.array(z.string()).check(z.minLength(1, 'Add a photo of what you found.')),
    price: z.string().check(
      z.trim(),
      z.refine(
        (typed) => typed === '' || isAnother(typed),
        `Enter whole pounds other than ${formatPence(agreedPence)}, or leave it empty.`,
      ),
    ),
  });
}

export function NotAsBookedDialog({ job, onClose }: NotAsBookedDialogProps) {
  const draft = `mismatch:${job.id}` as const;
  const [attempt] = useState(makeAttempts);
  const { register, handleSubmit, watch, setValue, getValues, formState } = useForm({
    defaultValues: withDraft(draft, { text: '', photos: [] as string[], price: '' }),
    resolver: zodResolver(schemaOf(job.price_pence)),
  });
  const { errors: typed, isSubmitted } = formState;
  const { isBusy, send, errors, problem } = useSaid<NewMismatch>({
    id: job.id,
    say: (said) => attempt(said, (said, key) => reportMismatch(job.id, said, key)),
    fields: ['text', 'photoUrl', 'price'],
    onDone: () => {
      forgetDraft(draft);
      onClose();
    },
  });
  const keep = () => keepDraft(draft, getValues());
  useFocusKept();
  return (
    <FormDialog
      id="not-as-booked"
      title="Not what was booked"
      description="Your client chooses within 30 minutes: another price, to end the job (you are paid for coming), or to talk. Please wait with the work."
      action="Tell your client"
      busyText="Sending…"
      other={{ label: 'Cancel', onClick: onClose }}
      isBusy={isBusy}
      problem={problem}
      onSubmit={handleSubmit(({ text, photos: [photoUrl = ''], price }) =>
        send({ text, photoUrl, ...(price !== '' && { price: poundsTyped(price) }) }),
      )}
      onClose={onClose}
    >
      <Field
        id="mismatch-text"
        label="What is different"
        counter={reasonLeft(watch('text'))}
        error={typed.text?.message ?? errors.text}
      >
        <TextArea {...register('text', { onChange: keep })} rows={4} autoComplete="off" />
      </Field>
      <Photos
        id="found"
        urls={watch('photos')}
        most={1}
        error={typed.photos?.message ?? errors.photoUrl}
        onChange={(photos) => {
          setValue('photos', photos, { shouldValidate: isSubmitted });
          keep();
        }}
      />
      <Field
        id="mismatch-price"
        label="Your price in all (optional)"
        hint={`Whole pounds, higher or lower than ${formatPence(job.price_pence)}. Leave it empty if you would not do it.`}
        error={typed.price?.message ?? errors.price}
      >
        <TextInput
          {...register('price', { onChange: keep })}
          inputMode="numeric"
          autoComplete="off"
          className="num max-w-40"
        />
      </Field>
    </FormDialog>
  );
}
