// Asking for a visit that puts right what was done: what is wrong, and when.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { newPutRight } from '@/api/limits';
import { problemText, refusedFields } from '@/api/problem';
import { askPutRight, type NewPutRight } from '@/api/putRight';
import { randomId } from '@/shared/id';
import { Field } from '../Field';
import { FormDialog } from '../FormDialog';
import { TextArea } from '../TextInput';
import type { PutRightProps } from './PutRight';
import { TimeField } from './TimeField';

const { minLength: LEAST, maxLength: MOST } = newPutRight.text;

const schema = z.object({
  text: z.string().check(
    z.trim(),
    z.refine(
      (typed) => [...typed].length >= LEAST && [...typed].length <= MOST,
      `Write ${LEAST} to ${MOST} characters.`,
    ),
  ),
  timeslotId: z.string().check(z.minLength(1, 'Choose a time.')),
});

type AskDialogProps<Seen> = Omit<PutRightProps<Seen>, 'asked'> & { onClose: () => void };

export function AskDialog<Seen>({ bookingId, side, speaker, onSeen, onClose }: AskDialogProps<Seen>) {
  const [keys] = useState(() => new Map<string, string>());
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { text: '', timeslotId: '' },
    resolver: zodResolver(schema),
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (asked: NewPutRight) => {
      // The same key for the same words, however often they are sent.
      const words = JSON.stringify(asked);
      const key = keys.get(words) ?? randomId();
      keys.set(words, key);
      return askPutRight<Seen>(bookingId, asked, key, speaker);
    },
    onSuccess: (seen) => {
      onSeen(seen);
      onClose();
    },
  });
  const refused = refusedFields(error);
  const isAtField = refused.text !== undefined || refused.timeslotId !== undefined;
  return (
    <FormDialog
      id="ask-put-right"
      title={side === 'client' ? 'Ask to put it right' : 'Offer to put it right'}
      description="Another visit, free of charge. It is agreed once the other side says yes to the time."
      action="Send"
      busyText="Sending…"
      other={{ label: 'Cancel', onClick: onClose }}
      isBusy={isPending}
      problem={error && !isAtField ? problemText(error, 'It could not be sent. Please try again.') : null}
      onSubmit={handleSubmit((asked) => mutate(asked))}
      onClose={onClose}
    >
      <Field
        id="put-right-text"
        label="What is to be put right"
        error={formState.errors.text?.message ?? refused.text}
      >
        <TextArea {...register('text')} rows={4} autoComplete="off" />
      </Field>
      <TimeField
        bookingId={bookingId}
        speaker={speaker}
        control={register('timeslotId')}
        error={formState.errors.timeslotId?.message ?? refused.timeslotId}
      />
    </FormDialog>
  );
}
