// The profile's rules, with the server's own limits and messages. Every field may be left empty.
import * as z from 'zod/mini';
import { profileChange as limits } from '@/api/limits';
import type { ClientProfile } from '@/api/types';
import { reading, type TypedRules } from '@/pricing';
import { formatPhone } from '@/shared/phone';

const fields = ['name', 'phone', 'addressLine', 'city', 'postcode'] as const;
export type ProfileForm = Record<(typeof fields)[number], string>;

export function profileSchema(rules: TypedRules) {
  return z.object({
    name: within(limits.name.maxLength),
    phone: byRule(reading(rules, 'phone')),
    addressLine: within(limits.addressLine.maxLength),
    city: within(limits.city.maxLength),
    postcode: byRule(reading(rules, 'postcode')),
  });
}

export function formOf(profile: ClientProfile): ProfileForm {
  const form = Object.fromEntries(fields.map((field) => [field, profile[field] ?? ''])) as ProfileForm;
  return { ...form, phone: formatPhone(form.phone) };
}

/** Counts characters as the server does: in code points. */
function within(limit: number) {
  return z.string().check(
    z.trim(),
    z.refine<string>((text) => [...text].length <= limit, `Use at most ${limit} characters.`),
  );
}

/** Empty, or normalised by `rule`, which throws its error message. */
function byRule(rule: (typed: string) => string) {
  return z.pipe(
    z.string().check(z.trim()),
    z.transform((typed, context) => {
      if (typed === '') return '';
      try {
        return rule(typed);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        context.issues.push({ code: 'custom', input: typed, message });
        return typed;
      }
    }),
  );
}
