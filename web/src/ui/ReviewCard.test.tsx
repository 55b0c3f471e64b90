import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiProblem, Unreachable } from '@/api/problem';
import type { NewReview } from '@/api/reviews';
import type { OwnReview } from '@/api/types';
import { renderAt } from '@/test/render';
import { ReviewCard } from './ReviewCard';

const UNTIL = '2026-11-30T10:05:00+00:00';
const onRefused = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-23T10:05:00Z') });
  onRefused.mockClear();
});
afterEach(() => vi.useRealTimers());

const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
const press = () => user().click(screen.getByRole('button', { name: 'Send review' }));
const star = (name: string) => screen.getByRole('radio', { name });

function Page({ send, until }: { send: (review: NewReview) => Promise<OwnReview>; until: string }) {
  const [review, setReview] = useState<OwnReview>();
  return (
    <ReviewCard
      question="How was Sam O.?"
      prompt="What should others know?"
      readers="Everybody reads it."
      review={review}
      until={review ? undefined : until}
      send={send}
      onSent={setReview}
      onRefused={onRefused}
    />
  );
}

function open(answer: (review: NewReview) => Promise<OwnReview> = keep, until = UNTIL) {
  const send = vi.fn(answer);
  renderAt(<Page send={send} until={until} />);
  return send;
}

const keep = async (review: NewReview): Promise<OwnReview> => ({
  rating: review.rating,
  ...(review.text && { text: review.text }),
  created_at: '2026-11-23T10:05:00+00:00',
});

it('sends stars and words, and shows what was written', async () => {
  const send = open();
  expect(screen.getByRole('group', { name: 'How was Sam O.?' })).toBeInTheDocument();
  await user().click(star('4 stars'));
  expect(star('4 stars')).toBeChecked();
  await user().type(screen.getByLabelText(/^What should others know/), '  Neat work ');
  await press();
  expect(await screen.findByRole('heading', { name: 'Your review' })).toBeInTheDocument();
  expect(screen.getByText('4 stars of 5')).toBeInTheDocument();
  expect(screen.getByText('Neat work')).toBeInTheDocument();
  expect(send.mock.calls[0]?.[0]).toEqual({ rating: 4, text: 'Neat work' });
  expect(screen.getByRole('region', { name: 'Your review' })).toHaveFocus();
});

it('is chosen by the arrow keys, too', async () => {
  const send = open();
  await user().click(star('1 star'));
  await user().keyboard('{ArrowRight}{ArrowRight}');
  expect(star('3 stars')).toBeChecked();
  await press();
  await waitFor(() => expect(send.mock.calls[0]?.[0]).toEqual({ rating: 3 }));
});

it('asks for stars first, beside them', async () => {
  const send = open();
  await press();
  expect(screen.getByText('Choose 1 to 5 stars.')).toBeInTheDocument();
  expect(star('1 star')).toHaveFocus();
  expect(star('1 star')).toHaveAccessibleDescription('Choose 1 to 5 stars.');
  await user().click(star('5 stars'));
  expect(screen.queryByText('Choose 1 to 5 stars.')).not.toBeInTheDocument();
  expect(send).not.toHaveBeenCalled();
});

it('counts characters, and refuses more than 1,000', async () => {
  const send = open();
  await user().click(star('5 stars'));
  const words = screen.getByLabelText(/^What should others know/);
  await user().click(words);
  await user().paste('é'.repeat(1001));
  expect(screen.getByText('-1 left')).toBeInTheDocument();
  await press();
  expect(screen.getByText('Please keep it to 1,000 characters.')).toBeInTheDocument();
  expect(words).toHaveFocus();
  expect(send).not.toHaveBeenCalled();
  await user().type(words, '{Backspace}');
  await press();
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
});

it('says when it could not be sent, and keeps what was written', async () => {
  open(() => Promise.reject(new Unreachable()));
  await user().click(star('2 stars'));
  await press();
  expect(await screen.findByText('Your review could not be sent. Please try again.')).toBeInTheDocument();
  expect(star('2 stars')).toBeChecked();
  expect(onRefused).not.toHaveBeenCalled();
});

it('has the job looked up again when it was reviewed elsewhere', async () => {
  const body = { code: 'already_reviewed', detail: 'You have reviewed this job already.' };
  open(() => Promise.reject(new ApiProblem(409, body, new Headers())));
  await user().click(star('2 stars'));
  await press();
  expect(await screen.findByText('You have reviewed this job already.')).toBeInTheDocument();
  expect(onRefused).toHaveBeenCalledOnce();
});

it('is not there once the time is over', async () => {
  open(keep, '2026-11-23T10:05:00+00:00');
  expect(screen.queryByRole('heading', { name: 'Leave a review' })).not.toBeInTheDocument();
});
