// Type checks for values read back from browser storage on the first screen, where a schema library would cost 7 KB.

export type Check<T> = (value: unknown) => value is T;

export function isText(max: number): Check<string> {
  return (value): value is string => typeof value === 'string' && value.length <= max;
}

export function isMatching(pattern: RegExp): Check<string> {
  return (value): value is string => typeof value === 'string' && pattern.test(value);
}

/** Any finite number: JSON has no others. */
export function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

export function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

export function isOneOf<T extends string>(...values: T[]): Check<T> {
  return (value): value is T => values.includes(value as T);
}

export function isOptional<T>(check: Check<T>): Check<T | undefined> {
  return (value): value is T | undefined => value === undefined || check(value);
}

export function isNullable<T>(check: Check<T>): Check<T | null> {
  return (value): value is T | null => value === null || check(value);
}

export function isList<T>(check: Check<T>): Check<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(check);
}

/** An object whose named fields pass their checks; other fields are ignored. */
export function isShape<T>(parts: { [Name in keyof T]?: Check<T[Name]> }): Check<T> {
  const checks = Object.entries(parts) as [string, Check<unknown>][];
  return (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    checks.every(([name, check]) => check((value as Record<string, unknown>)[name]));
}
