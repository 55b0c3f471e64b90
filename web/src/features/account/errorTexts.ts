// Error messages for signing in and registering.
import { ApiProblem, isUnreachable, problemText } from '@/api/problem';

export const UNREACHABLE = 'We could not reach the server. Check your connection and try again.';

export function loginErrorText(error: unknown): string {
  if (isUnreachable(error)) return UNREACHABLE;
  if (error instanceof ApiProblem && error.status === 401) return 'Invalid email or password.';
  return problemText(error, 'Could not log you in. Please try again.');
}

/** Mostly the server's own message, for instance when the email already has an account. */
export function registrationErrorText(error: unknown): string {
  return isUnreachable(error) ? UNREACHABLE : problemText(error, 'Registration failed');
}
