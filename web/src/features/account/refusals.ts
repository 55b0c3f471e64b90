// What is said when signing in or registering is refused (first document, section 8; second document, section 8).
import { ApiProblem, isUnreachable, problemText } from '@/api/problem';

export const UNREACHABLE = 'We could not reach the server. Check your connection and try again.';

export function loginRefusal(error: unknown): string {
  if (isUnreachable(error)) return UNREACHABLE;
  if (error instanceof ApiProblem && error.status === 401) return 'Invalid email or password.';
  return problemText(error, 'Could not log you in. Please try again.');
}

/** The server's own words, such as of an email that has an account. */
export function registrationRefusal(error: unknown): string {
  return isUnreachable(error) ? UNREACHABLE : problemText(error, 'Registration failed');
}
