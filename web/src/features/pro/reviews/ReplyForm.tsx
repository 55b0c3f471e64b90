// The pro's one reply to a review, written where it will stand.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { keys } from '@/api/keys';
import { replyText } from '@/api/limits';
import { hasCode, problemText, refusedFields } from '@/api/problem';
import { replyTo } from '@/api/reviews';
import { Button, Field, TextArea } from '@/ui';
import { Problem } from '@/ui/Problem';
import { reviewElement, showReview } from '@/ui/reviews/reviews';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { useKeptText } from '@/ui/useKept';

const LONGEST_TEXT = replyText.text.maxLength;
const NO_TEXT = 'Write your reply.';
const TOO_LONG = `Please keep it to ${LONGEST_TEXT} characters.`;

export function ReplyForm({ reviewId, onClose }: { reviewId: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [text, setText] = useKeptText(`reply ${reviewId}`);
  const [wrong, setWrong] = useState<string>();
  const form = useFocusHandedTo<HTMLFormElement>(reviewElement(reviewId));
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const sending = useMutation({
    mutationFn: (reply: string) => replyTo(reviewId, { text: reply }),
    onSuccess: (review) => showReview(queryClient, review),
    onError: (error) => {
      show(refusedFields(error).text);
      // Replied to elsewhere: shows what was written there.
      if (hasCode(error, 'already_replied'))
        void queryClient.invalidateQueries({ queryKey: keys.pros.reviews.all });
    },
  });
  const length = [...text.trim()].length;

  function show(problem: string | undefined): void {
    setWrong(problem);
    if (problem) field.current?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const problem = length === 0 ? NO_TEXT : length > LONGEST_TEXT ? TOO_LONG : undefined;
    show(problem);
    if (!problem) sending.mutate(text.trim());
  }

  return (
    <form ref={form} noValidate className="grid grid-cols-1 gap-4" onSubmit={submit}>
      <Field
        id={`reply-${reviewId}`}
        label="Your reply"
        hint="One reply, shown to everybody. It cannot be changed. Phone numbers and emails are hidden."
        counter={`${LONGEST_TEXT - length} left`}
        error={wrong}
      >
        <TextArea ref={field} rows={3} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Problem
        text={
          sending.error && !wrong
            ? problemText(sending.error, 'Your reply could not be sent. Please try again.')
            : null
        }
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" busy={sending.isPending} busyText="Sending…">
          Send reply
        </Button>
        <Button look="quiet" size="small" disabled={sending.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
