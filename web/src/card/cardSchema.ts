import * as z from 'zod/mini';
import { londonDay } from '@/shared/london';
import { serverNow } from '@/shared/session';
import { digitsOf, expiryOf, passesLuhn } from './format';

function isNumber(text: string): boolean {
  const digits = digitsOf(text);
  return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);
}

function notPast(text: string): boolean {
  const expiry = expiryOf(text);
  if (!expiry) return true;
  const [year = 0, month = 0] = londonDay(serverNow()).split('-').map(Number);
  return expiry.year > year || (expiry.year === year && expiry.month >= month);
}

export const cardSchema = z.object({
  cardNumber: z.string().check(z.refine(isNumber, 'Enter the number on your card.')),
  expiry: z.string().check(
    z.refine((text) => expiryOf(text) !== null, 'Enter the expiry date as MM / YY.'),
    z.refine(notPast, 'This card has expired.'),
  ),
  cvc: z.string().check(z.regex(/^\d{3,4}$/, 'Enter the 3 or 4 digits of the security code.')),
});

export type CardFields = z.infer<typeof cardSchema>;
