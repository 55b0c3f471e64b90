// tests/fixtures/*.json against the WebAssembly module: node tests/parity/fixtures.mjs
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { comparable, FUNCTIONS, loadPricing } from './module.mjs';

const folder = new URL('../fixtures/', import.meta.url);
const pricing = await loadPricing();

/** The answer of the function with this name; a thrown refusal takes the form that `answer` gives it. */
function called(fn, input) {
  try {
    return pricing[fn](input);
  } catch (error) {
    assert.ok(error instanceof Error && typeof error.code === 'string', `${fn} threw no PricingFailure: ${error}`);
    return { error: { code: error.code, message: error.message } };
  }
}

for (const fn of FUNCTIONS) {
  test(`fixtures of ${fn}`, () => {
    const cases = JSON.parse(readFileSync(new URL(`${fn}.json`, folder), 'utf8'));
    assert.ok(cases.length > 5);
    for (const { in: input, out } of cases) {
      const line = JSON.stringify({ fn, in: input });
      assert.deepEqual(comparable(pricing.answer({ fn, in: input })), comparable(out), line);
      assert.deepEqual(comparable(called(fn, input)), comparable(out), `${fn}(…) of ${line}`);
    }
  });
}

test('every fixture file has its test', () => {
  const files = readdirSync(folder).filter((name) => !/^(descriptions|danger)/.test(name) && name.endsWith('.json'));
  assert.deepEqual(files.sort(), FUNCTIONS.map((fn) => `${fn}.json`));
});

test('a newer book prices, a broken one changes nothing', async () => {
  const fresh = await loadPricing();
  const builtin = JSON.parse(readFileSync(new URL('../../pricing-core/data/book.json', import.meta.url), 'utf8'));
  assert.equal(fresh.shownBook().version, builtin.version);
  fresh.loadBook({ ...builtin, version: '2099.1', fee_basis_points: 1000 });
  assert.equal(fresh.shownBook().version, '2099.1');
  assert.equal(fresh.fee({ amountPence: 10000 }).feePence, 1000);
  for (const broken of [{ version: '2099.2' }, { ...builtin, currency: 'EUR' }, null, 'book']) {
    assert.throws(() => fresh.loadBook(broken), { code: 'invalid_book' });
  }
  assert.equal(fresh.fee({ amountPence: 10000 }).feePence, 1000);
});

test('an older book gets the built-in values of newer fields', async () => {
  const fresh = await loadPricing();
  const older = JSON.parse(readFileSync(new URL('../../pricing-core/data/book.json', import.meta.url), 'utf8'));
  older.version = '2026.1';
  delete older.cancellation.cooling_off_days;
  const renamed = { late_fee: 5001, emergency_fee: 3501, started_fee: 9999 };
  for (const [name, bps] of Object.entries(renamed)) {
    older.cancellation[name] = bps;
    delete older.cancellation[`${name}_bps`];
  }
  fresh.loadBook(older);
  const { version, cancellation } = fresh.shownBook();
  assert.deepEqual([version, cancellation.cooling_off_days], ['2026.1', 14]);
  for (const [name, bps] of Object.entries(renamed)) assert.equal(cancellation[`${name}_bps`], bps);
});

test('a request that can’t be read says which field is at fault', () => {
  assert.throws(() => pricing.fee({ amountPence: 0.5 }), { code: 'invalid_request', field: 'amountPence' });
  assert.throws(() => pricing.fee(), { code: 'invalid_request' });
  assert.throws(() => pricing.estimate({ text: 'leak', postcode: 'ZZ' }), { code: 'invalid_postcode', field: 'postcode' });
});

test('what is typed is refused on its field', () => {
  const text = 'nothing of the kind';
  for (const [kind, field] of Object.entries({ email: 'email', phone: 'phone', postcode: 'postcode', area: 'postcode', signInCode: 'code' })) {
    assert.throws(() => pricing.typed({ kind, text }), { code: /^invalid_/, field });
  }
});

test('labels', () => {
  const label = (urgency, slotDeltaGBP) => pricing.deltaLabel({ urgency, slotDeltaGBP });
  assert.equal(label('SCHEDULED', 10), 'Slot +£10');
  assert.equal(label('SCHEDULED', -5), 'Slot -£5');
  assert.equal(label('SCHEDULED', 0), 'Base price');
  assert.equal(label('EMERGENCY'), 'Emergency call-out +£40');
});

test('the month agrees with the quotes', () => {
  const now = '2026-11-21T10:05';
  const grid = pricing.monthGrid({ basePence: 9750, now, cheaper: true });
  const slots = pricing.slots({ now, cheaper: true });
  assert.deepEqual(grid.map(({ slotId }) => slotId), slots.map(({ id }) => id));
  for (const [index, { totalsPence }] of grid.entries()) {
    const totals = ['ECONOMY', 'STANDARD', 'PRIORITY'].map(
      (tier) => pricing.quote({ basePence: 9750, tier, urgency: 'SCHEDULED', slotDeltaGBP: slots[index].priceDelta, currency: 'GBP' }).amountPence,
    );
    assert.deepEqual(totalsPence, totals);
  }
});
