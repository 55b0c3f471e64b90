// The address form's rules, with the server's limits and messages (docs/rules/people-and-access.md). The pricing module, which is the server's
// own code, checks and normalises phone and postcode. The parsed result goes into the draft as it is.
import * as z from 'zod/mini';
import { addressInput as limits } from '@/api/limits';
import type { Address } from '@/api/types';
import { type Pricing, reading } from '@/pricing';
import { isEmail, normaliseEmail } from '@/shared/email';
import { normalised, optional, refuse, required } from '@/shared/textRules';
import { notServed } from '../estimate/pricing';

export type AddressRules = Pick<Pricing, 'typed' | 'region'>;

/** Every field as typed; empty ones are ''. */
export type AddressForm = Record<keyof Address, string>;

const EMAIL_MESSAGE = 'Please enter a valid email.';

export function addressSchema(rules: AddressRules) {
  return z.object({
    fullName: required('Full name is required.', limits.fullName.maxLength),
    phone: normalised(reading(rules, 'phone')),
    email: z.pipe(
      z.string(),
      z.transform((typed, context) => {
        const email = normaliseEmail(typed);
        if (email && !isEmail(email)) refuse(context, typed, EMAIL_MESSAGE);
        return email || undefined;
      }),
    ),
    line1: required('Address line is required.', limits.line1.maxLength),
    line2: optional(limits.line2.maxLength),
    city: optional(limits.city.maxLength),
    postcode: z.pipe(
      z.string().check(z.trim(), z.minLength(1, { error: 'Postcode is required.', abort: true })),
      normalised((typed) => whereWeWork(rules, typed)),
    ),
    entryInfo: optional(limits.entryInfo.maxLength),
  });
}

function whereWeWork(rules: AddressRules, typed: string): string {
  const postcode = reading(rules, 'postcode')(typed);
  const message = notServed(rules, postcode);
  if (message !== null) throw new Error(message);
  return postcode;
}
