// Changing what a pro keeps about a job. What was typed stays on this device until it is saved.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Job, keepNotes } from '@/api/jobs';
import { newJobNotes } from '@/api/limits';
import { Field, TextArea } from '@/ui';
import { FormDialog } from '@/ui/FormDialog';
import { Photos } from '@/ui/upload/Photos';
import { forgetDraft, keepDraft, withDraft } from '../drafts';
import { useSaid } from '../job/useSaid';
import { useFocusKept } from '../useFocusKept';

const MOST = newJobNotes.photos.maxItems;
const LONGEST = newJobNotes.text.maxLength;

const schema = z.object({
  text: z
    .string()
    .check(z.trim(), z.maxLength(LONGEST, `Use at most ${LONGEST.toLocaleString('en-GB')} characters.`)),
  photos: z.array(z.string()),
});

interface NotesDialogProps {
  job: Job;
  onClose: () => void;
}

export function NotesDialog({ job: { id, notes }, onClose }: NotesDialogProps) {
  const draft = `notes:${id}` as const;
  const { register, handleSubmit, watch, setValue, getValues, formState } = useForm({
    defaultValues: withDraft(draft, { text: notes?.text ?? '', photos: notes?.photos ?? [] }),
    resolver: zodResolver(schema),
  });
  const { isBusy, send, errors, problem } = useSaid<z.infer<typeof schema>>({
    id,
    say: (entered) => keepNotes(id, entered),
    fields: ['text', 'photos'],
    otherwise: 'Your notes could not be saved. They are kept on this device. Please try again.',
    onDone: () => {
      forgetDraft(draft);
      onClose();
    },
  });
  const keep = () => keepDraft(draft, getValues());
  useFocusKept();
  return (
    <FormDialog
      id="notes"
      title="Your notes"
      description="Where the stopcock is, which parts you need, how it looked before. Your client doesn't see them."
      action="Save"
      busyText="Saving…"
      other={{ label: 'Cancel', onClick: onClose }}
      isBusy={isBusy}
      problem={problem}
      onSubmit={handleSubmit((entered) => send(entered))}
      onClose={onClose}
    >
      <Field id="notes-text" label="Notes" error={formState.errors.text?.message ?? errors.text}>
        <TextArea {...register('text', { onChange: keep })} rows={5} autoComplete="off" />
      </Field>
      <Photos
        id="before"
        urls={watch('photos')}
        most={MOST}
        error={errors.photos}
        onChange={(photos) => {
          setValue('photos', photos);
          keep();
        }}
      />
    </FormDialog>
  );
}
