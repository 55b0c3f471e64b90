// What a person types to be found by: an email or a UK mobile (first document, section 5).
import type { Contact } from '@/api/accounts';
import { normaliseEmail } from '@/shared/email';

/** A number as it was typed: the server knows every way of writing one, '+44 (0)7700 900123' as well, and refuses what is none. */
export function contactOf(typed: string): Contact {
  return typed.includes('@') ? { email: normaliseEmail(typed) } : { phone: typed.trim() };
}
