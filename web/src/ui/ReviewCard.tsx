// What one side says of the other once a job is done: the form as long as it can be written, then what was written.
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { newReview } from '@/api/limits';
import { ApiProblem, problemText } from '@/api/problem';
import type { NewReview } from '@/api/reviews';
import type { OwnReview } from '@/api/types';
import { useHasPassed } from '@/shared/useHasPassed';
import { Button } from './Button';
import { Field } from './Field';
import { Problem } from './Problem';
import { StarChoice, Stars } from './StarChoice';
import { TextArea } from './TextInput';
import { useKeptText } from './useKept';

const LONGEST_TEXT = newReview.text.maxLength;
const NO_STARS = 'Choose 1 to 5 stars.';
const TOO_LONG = `Please keep it to ${LONGEST_TEXT.toLocaleString('en-GB')} characters.`;

export interface ReviewCardProps {
  /** What the stars are about. */
  question: string;
  /** What the text is about. */
  prompt: string;
  /** Who reads it, and when. */
  readers: string;
  /** Where others' reviews are. */
  others?: ReactNode;
  /** What was written. */
  review: OwnReview | undefined;
  /** Until when it can be written; undefined when it cannot. */
  until: string | undefined;
  send: (review: NewReview) => Promise<OwnReview>;
  onSent: (review: OwnReview) => void;
  /** The job may have been reviewed elsewhere, or the time is over. */
  onRefused: () => void;
}

/** Nothing for a job that was not and cannot be reviewed. */
export function ReviewCard({ review, until, ...rest }: ReviewCardProps) {
  const isOver = useHasPassed(until ? Date.parse(until) : undefined);
  const card = useRef<HTMLElement>(null);
  if (!review && (!until || isOver)) return null;
  return (
    <section ref={card} tabIndex={-1} aria-labelledby="review-title" className="card grid gap-3 p-4">
      <h2 id="review-title" className="text-m">
        {review ? 'Your review' : 'Leave a review'}
      </h2>
      {review ? (
        <Written review={review} readers={rest.readers} others={rest.others} />
      ) : (
        <ReviewForm
          {...rest}
          onSent={(sent) => {
            // The button goes, and the focus with it.
            card.current?.focus({ preventScroll: true });
            rest.onSent(sent);
          }}
        />
      )}
    </section>
  );
}

function Written({
  review,
  readers,
  others,
}: Pick<ReviewCardProps, 'readers' | 'others'> & { review: OwnReview }) {
  return (
    <div role="status" className="grid gap-2">
      <Stars value={review.rating} />
      {review.text && (
        <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
          {review.text}
        </p>
      )}
      <p className="text-s text-muted">Thank you. {readers}</p>
      {others}
    </div>
  );
}

function ReviewForm({
  question,
  prompt,
  readers,
  send,
  onSent,
  onRefused,
}: Omit<ReviewCardProps, 'review' | 'until' | 'others'>) {
  const [rating, setRating] = useState(0);
  const [text, setText] = useKeptText('review');
  const [errors, setErrors] = useState<{ rating?: string; text?: string }>({});
  const form = useRef<HTMLFormElement>(null);
  const sending = useMutation({
    mutationFn: send,
    onSuccess: onSent,
    onError: (error) => {
      if (!(error instanceof ApiProblem)) return;
      if (error.status === 422) show(error.errors);
      if (error.status === 409) onRefused();
    },
  });
  const length = [...text.trim()].length;

  function show(wrong: { rating?: string; text?: string }): void {
    setErrors(wrong);
    const field = wrong.rating ? 'input' : wrong.text ? 'textarea' : undefined;
    if (field) form.current?.querySelector<HTMLElement>(field)?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const wrong = {
      ...(rating === 0 && { rating: NO_STARS }),
      ...(length > LONGEST_TEXT && { text: TOO_LONG }),
    };
    show(wrong);
    if (Object.keys(wrong).length === 0) sending.mutate({ rating, ...(length > 0 && { text: text.trim() }) });
  }

  const isAtField = Object.keys(errors).length > 0;
  return (
    <form ref={form} noValidate className="grid gap-4" onSubmit={submit}>
      <StarChoice
        legend={question}
        value={rating}
        error={errors.rating}
        disabled={sending.isPending}
        onChange={(next) => {
          setRating(next);
          setErrors(({ rating: _, ...others }) => others);
        }}
      />
      <Field
        id="review-text"
        label={prompt}
        optional
        hint={`${readers} Phone numbers and emails are hidden.`}
        counter={`${LONGEST_TEXT - length} left`}
        error={errors.text}
      >
        <TextArea rows={3} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Problem
        text={
          sending.error && !isAtField
            ? problemText(sending.error, 'Your review could not be sent. Please try again.')
            : null
        }
      />
      <Button
        type="submit"
        size="small"
        className="justify-self-start"
        busy={sending.isPending}
        busyText="Sending…"
      >
        Send review
      </Button>
    </form>
  );
}
