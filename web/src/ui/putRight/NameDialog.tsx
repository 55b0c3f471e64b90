// Naming another time for a visit that puts something right.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { problemText, refusedFields } from '@/api/problem';
import { answerPutRight } from '@/api/putRight';
import { FormDialog } from '../FormDialog';
import type { PutRightProps } from './PutRight';
import { TimeField } from './TimeField';

const schema = z.object({ timeslotId: z.string().check(z.minLength(1, 'Choose a time.')) });

export function NameDialog<Seen>({
  bookingId,
  speaker,
  onSeen,
  onClose,
}: PutRightProps<Seen> & { onClose: () => void }) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { timeslotId: '' },
    resolver: zodResolver(schema),
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (timeslotId: string) =>
      answerPutRight<Seen>(bookingId, { action: 'name', timeslotId }, speaker),
    onSuccess: (seen) => {
      onSeen(seen);
      onClose();
    },
  });
  const refused = refusedFields(error);
  return (
    <FormDialog
      id="name-put-right"
      title="Name another time"
      description="The other side has to agree to it."
      action="Send"
      busyText="Sending…"
      other={{ label: 'Cancel', onClick: onClose }}
      isBusy={isPending}
      problem={
        error && !refused.timeslotId ? problemText(error, 'It could not be sent. Please try again.') : null
      }
      onSubmit={handleSubmit(({ timeslotId }) => mutate(timeslotId))}
      onClose={onClose}
    >
      <TimeField
        bookingId={bookingId}
        speaker={speaker}
        control={register('timeslotId')}
        error={formState.errors.timeslotId?.message ?? refused.timeslotId}
      />
    </FormDialog>
  );
}
