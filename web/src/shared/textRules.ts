// Rules for text fields of forms, with the server's limits and messages. They use zod, so only screens that are loaded on their own import this.
import * as z from 'zod/mini';

export function required(missing: string, limit: number) {
  return z.string().check(z.trim(), z.minLength(1, { error: missing, abort: true }), ...within(limit));
}

/** An empty field is left out. */
export function optional(limit = Number.POSITIVE_INFINITY) {
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
export function normalised(rule: (typed: string) => string) {
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

export function refuse(context: Refusing, input: string, message: string): void {
  context.issues.push({ code: 'custom', input, message });
}
