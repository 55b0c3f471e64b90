// The same fixtures as the native build and Node read, here through the web's own loader: one set of answers for all.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadPricing, type Pricing } from '.';

interface Case {
  fn: string;
  in: object;
  out: unknown;
}

const folder = join(import.meta.dirname, '../../../tests/fixtures');
/** Labelled texts for the classifier's own tests: no cases of the pricing surface. */
const others = /^(descriptions.*|danger.*)\.json$/;
const files = readdirSync(folder).filter((name) => name.endsWith('.json') && !others.test(name));

/** Why a request can't be read is each reader's own wording: there the code alone counts. */
function comparable(answer: unknown): unknown {
  const { code } = (answer as { error?: { code: string } }).error ?? {};
  return code === 'invalid_request' ? { error: { code } } : answer;
}

let pricing: Pricing;
beforeAll(async () => {
  pricing = await loadPricing();
});

it('there are fixtures', () => expect(files).not.toHaveLength(0));

describe.each(files)('%s', (file) => {
  const cases = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Case[];
  it.each(cases.map((each, index) => [index, each] as const))('case %i', (_, { fn, in: input, out }) => {
    expect(comparable(pricing.answer({ fn, in: input }))).toEqual(comparable(out));
  });
});
