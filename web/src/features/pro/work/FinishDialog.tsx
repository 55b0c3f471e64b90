// Ending the work: with photos of it, or the reason why there are none.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { nextStep } from '@/api/limits';
import { Checkbox, Field, TextArea } from '@/ui';
import { FormDialog } from '@/ui/FormDialog';
import { Photos } from '@/ui/upload/Photos';
import { keepDraft, withDraft } from '../drafts';
import { isReason, NO_REASON, reasonLeft } from './reason';
import { useWorkStep } from './useWorkStep';

const MOST = nextStep.photos.maxItems;

const schema = z
  .object({ way: z.string(), photos: z.array(z.string()), reason: z.string().check(z.trim()) })
  .check(
    z.refine(({ way, photos }) => way === 'nothing' || photos.length > 0, {
      path: ['photos'],
      error: 'Add at least one photo of the finished work.',
    }),
    z.refine(({ way, reason }) => way === 'photos' || isReason(reason), {
      path: ['reason'],
      error: NO_REASON,
    }),
  );

interface FinishDialogProps {
  id: string;
  onClose: () => void;
}

export function FinishDialog({ id, onClose }: FinishDialogProps) {
  const draft = `finish:${id}` as const;
  const { register, handleSubmit, watch, setValue, getValues, formState } = useForm({
    defaultValues: withDraft(draft, { way: 'photos', photos: [] as string[], reason: '' }),
    resolver: zodResolver(schema),
  });
  const { errors, isSubmitted } = formState;
  const step = useWorkStep({ id, fields: ['photos', 'cannotPhotograph'], onDone: onClose });
  const isWithout = watch('way') === 'nothing';
  const keep = () => keepDraft(draft, getValues());

  return (
    <FormDialog
      id="finish"
      title="Show what you have done"
      description={`Add 1 to ${MOST} photos of the finished work. The client and our team see them for 12 months.`}
      action="Finish the job"
      busyText="Saving…"
      isBusy={step.isBusy}
      problem={step.problem}
      onSubmit={handleSubmit(({ way, photos, reason }) =>
        step.send({
          status: 'completed',
          ...(way === 'photos' ? { photos } : { cannotPhotograph: reason }),
        }),
      )}
      onClose={onClose}
    >
      {!isWithout && (
        <Photos
          id="finished"
          urls={watch('photos')}
          most={MOST}
          canWait
          error={errors.photos?.message ?? step.errors.photos}
          onChange={(photos) => {
            setValue('photos', photos, { shouldValidate: isSubmitted });
            keep();
          }}
        />
      )}
      <Checkbox
        id="without"
        label="I can't take a photo"
        checked={isWithout}
        onChange={({ target }) => {
          setValue('way', target.checked ? 'nothing' : 'photos');
          keep();
        }}
      />
      {isWithout && (
        <Field
          id="reason"
          label="Why not?"
          error={errors.reason?.message ?? step.errors.cannotPhotograph}
          counter={reasonLeft(watch('reason'))}
        >
          <TextArea {...register('reason', { onChange: keep })} rows={3} autoComplete="off" />
        </Field>
      )}
    </FormDialog>
  );
}
