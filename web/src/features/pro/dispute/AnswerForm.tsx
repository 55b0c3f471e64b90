// The pro's one answer to a dispute.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { answerDispute, type DisputeAnswer } from '@/api/disputes';
import { jobQuery } from '@/api/jobs';
import { Button, Field, TextArea } from '@/ui';
import { MOST_PHOTOS, statementText, textLeft } from '@/ui/dispute/statement';
import { Problem } from '@/ui/Problem';
import { Photos } from '@/ui/upload/Photos';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { useKeptForm } from '@/ui/useKept';
import { useServerErrors } from '@/ui/useServerErrors';

const schema = z.object({ text: statementText, photos: z.array(z.string()) });

/** `card`: the id of the heading that gets the focus once it is answered. */
export function AnswerForm({ id, card }: { id: string; card: string }) {
  const queryClient = useQueryClient();
  const { queryKey } = jobQuery(id);
  const element = useFocusHandedTo<HTMLFormElement>(card);
  const form = useKeptForm('answer', {
    defaultValues: { text: '', photos: [] as string[] },
    resolver: zodResolver(schema),
  });
  const { register, handleSubmit, watch, setValue, formState } = form;
  const { errors } = formState;
  const sending = useMutation({
    mutationFn: (answer: DisputeAnswer) => answerDispute(id, answer),
    onSuccess: (answered) => {
      queryClient.setQueryData(
        queryKey,
        (job) =>
          job && {
            ...job,
            disputes: (job.disputes ?? []).map((one) =>
              one.opened_at === answered.opened_at ? answered : one,
            ),
          },
      );
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  const problem = useServerErrors(form, sending.error, 'Your answer could not be sent. Please try again.');
  return (
    <form
      ref={element}
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={handleSubmit((answer) => sending.mutate(answer))}
    >
      <Field
        id="answer-text"
        label="Your answer"
        hint="You can answer once. Phone numbers and emails are hidden."
        counter={textLeft(watch('text'))}
        error={errors.text?.message}
      >
        <TextArea {...register('text')} rows={4} autoComplete="off" />
      </Field>
      <Photos
        id="answer-photos"
        urls={watch('photos')}
        most={MOST_PHOTOS}
        error={errors.photos?.message}
        onChange={(photos) => setValue('photos', photos, { shouldValidate: formState.isSubmitted })}
      />
      <Problem text={problem} />
      <Button
        type="submit"
        size="small"
        className="justify-self-start"
        busy={sending.isPending}
        busyText="Sending…"
      >
        Send answer
      </Button>
    </form>
  );
}
