// What people sign in with: an email or a UK mobile.
import type { Contact } from '@/api/accounts';
import { normaliseEmail } from '@/shared/email';

/** Phone numbers are sent as typed: the server understands every spelling, such as '+44 (0)7700 900123', and rejects anything invalid. */
export function contactOf(typed: string): Contact {
  return typed.includes('@') ? { email: normaliseEmail(typed) } : { phone: typed.trim() };
}
