// A dialog in which a pro says something of a job in a few sentences.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Job } from '@/api/jobs';
import { Button, Dialog, Field, TextArea } from '@/ui';
import { Problem } from '@/ui/Problem';
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
  const { register, handleSubmit, watch, formState } = useForm({
    defaultValues: { text: '' },
    resolver: zodResolver(z.object({ text })),
  });
  const { isBusy, send, textError, problem } = useSaid({ id, say, onDone: onClose });
  useFocusKept();
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      busy={isBusy}
      title={title}
      description={description}
      actions={
        <>
          <Button type="submit" form={FORM} busy={isBusy} busyText="Sending…">
            Send
          </Button>
          <Button look="quiet" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        className="grid grid-cols-1 gap-4"
        onSubmit={handleSubmit((said) => send(said.text))}
      >
        <Field
          id="said"
          label={label}
          counter={textLeft(watch('text'))}
          error={formState.errors.text?.message ?? textError}
        >
          <TextArea {...register('text')} rows={4} autoComplete="off" />
        </Field>
        <Problem text={problem} />
      </form>
    </Dialog>
  );
}
