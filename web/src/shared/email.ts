import { emailTyped } from './typed';

export { normaliseEmail } from './typed';

/** By the server's rule, which is that of the sender. */
export function isEmail(email: string): boolean {
  return emailTyped(email) !== undefined;
}
