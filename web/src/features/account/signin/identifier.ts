// What a person types to be found by: an email or a UK mobile (first document, section 5).
import type { Contact } from '@/api/accounts';
import { normaliseEmail } from '@/shared/email';

/** Fewer characters name nobody, and no code is that short. */
export const SHORTEST = 4;

export function contactOf(typed: string): Contact {
  return typed.includes('@') ? { email: normaliseEmail(typed) } : { phone: normalisePhone(typed) };
}

/** As the documents put it; what is no UK mobile is for the server to refuse. */
function normalisePhone(typed: string): string {
  return typed
    .replace(/[^\d+]/g, '')
    .replace(/^0044/, '+44')
    .replace(/^0/, '+44');
}

/** As it is shown: what was typed, in the form it is used. */
export function shownContact(contact: Contact): string {
  return 'email' in contact ? contact.email : contact.phone;
}
