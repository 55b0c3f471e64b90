import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { codeTyped, emailTyped, numberTyped, penceTyped, poundsTyped } from '@/shared/typed';
import { loadPricing, type Pricing, reading } from '.';

interface Case {
  in: { kind: string; text: string };
  out: unknown;
}

const file = join(import.meta.dirname, '../../../tests/fixtures/typed.json');
const cases = JSON.parse(readFileSync(file, 'utf8')) as Case[];

/** What forms read before there is a module, by the kinds of the module. */
const ours: Record<string, (typed: string) => string | undefined> = {
  email: emailTyped,
  signInCode: (typed) => codeTyped(typed, 6),
  startCode: (typed) => codeTyped(typed, 4),
  amount: (typed) => ifThere(penceTyped(typed), (pence) => (pence / 100).toFixed(2)),
  pounds: (typed) => ifThere(poundsTyped(typed), String),
  utr: (typed) => /^\d{10}$/.exec(numberTyped(typed))?.[0],
};

function ifThere<Value>(value: Value | undefined, then: (value: Value) => string): string | undefined {
  return value === undefined ? undefined : then(value);
}

it.each(cases.filter(({ in: { kind } }) => kind in ours))(
  '$in.kind $in.text',
  ({ in: { kind, text }, out }) => {
    expect(ours[kind]?.(text)).toBe(typeof out === 'string' ? out : undefined);
  },
);

let pricing: Pricing;
beforeAll(async () => {
  pricing = await loadPricing();
});

it('composes accents first', () => {
  expect(reading(pricing, 'line')('Jose\u0301\u200b ')).toBe('José');
  expect(emailTyped('JOSE\u0301@example.com')).toBe('josé@example.com');
});
