import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Field, TextArea } from '@/ui';
import { FormDialog } from '@/ui/FormDialog';
import { Photos } from '@/ui/upload/Photos';
import { keepDraft, withDraft } from '../drafts';
import { here } from '../position/here';
import { reason, reasonLeft } from './reason';
import { useWorkStep } from './useWorkStep';

const schema = z.object({
  reason,
  photos: z.array(z.string()).check(z.minLength(1, 'Add a photo from the door.')),
});

interface OutOfReachProps {
  id: string;
  onBack: () => void;
  onClose: () => void;
}

export function OutOfReach({ id, onBack, onClose }: OutOfReachProps) {
  const draft = `begin:${id}` as const;
  const { register, handleSubmit, watch, setValue, getValues, formState } = useForm({
    defaultValues: withDraft(draft, { reason: '', photos: [] as string[] }),
    resolver: zodResolver(schema),
  });
  const { errors, isSubmitted } = formState;
  const step = useWorkStep({ id, fields: ['reason', 'photoUrl'], onDone: onClose });
  const [isLocating, setLocating] = useState(false);
  const isBusy = isLocating || step.isBusy;
  const keep = () => keepDraft(draft, getValues());

  const send = handleSubmit(async ({ reason, photos: [photoUrl = ''] }) => {
    setLocating(true);
    step.fail(null);
    try {
      const place = await here();
      step.send({ status: 'in_progress', withoutCode: { reason, photoUrl, ...place } });
    } catch (error) {
      step.fail(error);
    } finally {
      setLocating(false);
    }
  });

  return (
    <FormDialog
      id="out-of-reach"
      title="The client can't be reached?"
      description="Begin with a photo from the door and a reason. The client and our team are told, and what you earn clears after 72 hours. Your location is checked once and not kept."
      action="Begin without the code"
      busyText="Checking…"
      other={{ label: 'Enter the code instead', onClick: onBack }}
      isBusy={isBusy}
      problem={step.problem}
      onSubmit={send}
      onClose={onClose}
    >
      <Photos
        id="door"
        urls={watch('photos')}
        most={1}
        error={errors.photos?.message ?? step.errors.photoUrl}
        onChange={(photos) => {
          setValue('photos', photos, { shouldValidate: isSubmitted });
          keep();
        }}
      />
      <Field
        id="reason"
        label="Why is there no code?"
        error={errors.reason?.message ?? step.errors.reason}
        counter={reasonLeft(watch('reason'))}
      >
        <TextArea {...register('reason', { onChange: keep })} rows={3} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
