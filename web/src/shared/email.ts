import { codeRequest } from '@/api/limits';

/** The server's simple rule: one @, a dot in the domain, no empty part, no spaces, at most 254 bytes. */
export function isEmail(email: string): boolean {
  const [local, domain, ...more] = email.split('@');
  const labels = domain?.split('.') ?? [];
  return (
    Boolean(local) &&
    more.length === 0 &&
    labels.length > 1 &&
    labels.every((label) => label !== '') &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the rule rejects control characters
    !/[\s\u0000-\u001f\u007f-\u009f]/.test(email) &&
    new TextEncoder().encode(email).length <= codeRequest.email.maxLength
  );
}

/** The server stores identifiers trimmed and in lower case. */
export function normaliseEmail(typed: string): string {
  return typed.trim().toLowerCase();
}
