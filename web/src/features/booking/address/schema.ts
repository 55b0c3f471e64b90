// The address form's rules, with the server's limits and messages (docs/rules/people-and-access.md). The pricing module, which is the server's
// own code, checks and normalises phone and postcode. The parsed result goes into the draft as it is.
import * as z from 'zod/mini';
import type { Address } from '@/api/types';
import type { Pricing } from '@/pricing';
import { isEmail, normaliseEmail } from '@/shared/email';

export type AddressRules = Pick<Pricing, 'normalisePhone' | 'formatPostcode'>;

/** Every field as typed; empty ones are ''. */
export type AddressForm = Record<keyof Address, string>;

export const limits = { fullName: 100, line: 120, city: 80, entryInfo: 500 } as const;

const EMAIL_MESSAGE = 'Please enter a valid email.';

export function addressSchema(rules: AddressRules) {
  return z.object({
    fullName: required('Full name is required.', limits.fullName),
    phone: normalised(rules.normalisePhone),
    email: z.pipe(
      z.string(),
      z.transform((typed, context) => {
        const email = normaliseEmail(typed);
        if (email && !isEmail(email)) refuse(context, typed, EMAIL_MESSAGE);
        return email || undefined;
      }),
    ),
    line1: required('Address line is required.', limits.line),
    line2: optional(limits.line),
    city: optional(limits.city),
    postcode: z.pipe(
      z.string().check(z.trim(), z.minLength(1, { error: 'Postcode is required.', abort: true })),
      normalised(rules.formatPostcode),
    ),
    entryInfo: optional(limits.entryInfo),
  });
}

function required(missing: string, limit: number) {
  return z.string().check(z.trim(), z.minLength(1, { error: missing, abort: true }), ...within(limit));
}

/** An empty field is left out of the draft. */
function optional(limit: number) {
  return z.pipe(
    z.string().check(z.trim(), ...within(limit)),
    z.transform((text) => text || undefined),
  );
}

/** Counts characters as the server does: in code points. */
function within(limit: number) {
  return [
    z.refine<string>((text) => [...text].length <= limit, `Use at most ${limit} characters.`),
    z.refine<string>((text) => !text.includes('\0'), 'This contains a character that cannot be used.'),
  ] as const;
}

/** Normalised by a rule of the pricing module, which throws a message for people. */
function normalised(rule: (typed: string) => string) {
  return z.pipe(
    z.string(),
    z.transform((typed, context) => {
      try {
        return rule(typed);
      } catch (error) {
        refuse(context, typed, error instanceof Error ? error.message : String(error));
        return typed;
      }
    }),
  );
}

interface Refusing {
  issues: { push: (issue: { code: 'custom'; input: unknown; message: string }) => unknown };
}

function refuse(context: Refusing, input: string, message: string): void {
  context.issues.push({ code: 'custom', input, message });
}
