// What is said above the button when something went wrong, and what to do about it.
import { isUnreachable, problemText } from '@/api/problem';
import type { CheckoutProblem } from '@/card/handle';
import { GuestNotCreated } from './quoteRequest';

/** Why there is no quote, or why it could not be redeemed. No card has been asked for anything yet. */
export function problemOf(error: unknown, paysByCard: boolean): CheckoutProblem {
  if (error instanceof GuestNotCreated) return { text: error.message };
  const text = problemText(
    error,
    paysByCard ? 'Failed to prepare payment.' : 'Your booking could not be sent.',
  );
  if (paysByCard) return { text, advice: 'Nothing has been charged. Please try again.' };
  return isUnreachable(error) ? { text, advice: 'Please try again: nothing is booked twice.' } : { text };
}
