// The rules for email and password, checked before anything is sent.
import * as z from 'zod/mini';
import { credentials } from '@/api/limits';
import { isEmail, normaliseEmail } from '@/shared/email';

export interface CredentialRules {
  email: string;
  /** Shown when no password was typed. */
  noPassword: string;
  /** Shown for a password of too few characters; left out where a password of any length is accepted. */
  shortPassword?: string;
}

const SHORTEST = credentials.password.minLength;
const SHORT = `Password must be at least ${SHORTEST} characters.`;

export const genericRules: CredentialRules = {
  email: 'Please enter a valid email.',
  noPassword: 'Password is required.',
  shortPassword: SHORT,
};

export const proRegistrationRules: CredentialRules = {
  email: 'Enter a valid email.',
  noPassword: SHORT,
  shortPassword: SHORT,
};

export const proLoginRules: CredentialRules = {
  email: 'Enter a valid email.',
  noPassword: 'Password is required.',
};

export function credentialsSchema(rules: CredentialRules) {
  const long = z.refine<string>((password) => [...password].length >= SHORTEST, rules.shortPassword);
  return z.object({
    email: z.pipe(
      z.pipe(z.string(), z.transform(normaliseEmail)),
      z.string().check(z.refine(isEmail, rules.email)),
    ),
    password: z
      .string()
      .check(
        z.minLength(1, { error: rules.noPassword, abort: true }),
        ...(rules.shortPassword ? [long] : []),
      ),
  });
}
