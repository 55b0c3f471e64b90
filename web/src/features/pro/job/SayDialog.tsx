// A dialog in which a pro says something of a job in a few sentences.
import { zodResolver } from '@hookform/resolvers/zod';
import * as z from 'zod/mini';
import type { Job } from '@/api/jobs';
import { Field, TextArea } from '@/ui';
import { FormDialog } from '@/ui/FormDialog';
import { useKeptForm } from '@/ui/useKept';
import { useFocusKept } from '../useFocusKept';
import { useSaid } from './useSaid';

interface SayDialogProps {
  id: string;
  title: string;
  description: string;
  label: string;
  /** What a text must be. */
  text: z.ZodMiniType<string, string>;
  textLeft: (typed: string) => string;
  say: (text: string) => Promise<Job>;
  onClose: () => void;
}

const FORM = 'say';

/** What was typed stays when it could not be sent. */
export function SayDialog({ id, title, description, label, text, textLeft, say, onClose }: SayDialogProps) {
  const { register, handleSubmit, watch, formState } = useKeptForm(title, {
    defaultValues: { text: '' },
    resolver: zodResolver(z.object({ text })),
  });
  const { isBusy, send, textError, problem } = useSaid({ id, say, onDone: onClose });
  useFocusKept();
  return (
    <FormDialog
      id={FORM}
      title={title}
      description={description}
      action="Send"
      busyText="Sending…"
      other={{ label: 'Cancel', onClick: onClose }}
      isBusy={isBusy}
      problem={problem}
      onSubmit={handleSubmit((said) => send(said.text))}
      onClose={onClose}
    >
      <Field
        id="said"
        label={label}
        counter={textLeft(watch('text'))}
        error={formState.errors.text?.message ?? textError}
      >
        <TextArea {...register('text')} rows={4} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
