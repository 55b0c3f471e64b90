const LONGEST = 254;

/** The server's simple form: one @, a dot in the domain, nothing empty, no spaces, at most 254 bytes. */
export function isEmail(email: string): boolean {
  const [local, domain, ...more] = email.split('@');
  const labels = domain?.split('.') ?? [];
  return (
    Boolean(local) &&
    more.length === 0 &&
    labels.length > 1 &&
    labels.every((label) => label !== '') &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
    !/[\s\u0000-\u001f\u007f-\u009f]/.test(email) &&
    new TextEncoder().encode(email).length <= LONGEST
  );
}

/** Identifiers are trimmed and lower-cased. */
export function normaliseEmail(typed: string): string {
  return typed.trim().toLowerCase();
}
