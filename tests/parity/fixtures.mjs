// tests/fixtures/*.json against the WebAssembly module: node tests/parity/fixtures.mjs
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadPricing } from './module.mjs';
import './types.mjs';

const folder = new URL('../fixtures/', import.meta.url);
const pricing = await loadPricing();
const functions = ['budget', 'cancellation', 'classify', 'coupon', 'estimate', 'fee', 'quote', 'refine', 'region', 'slots'];

/** The typed function of the module, called with a fixture's input; a refusal as the JSON surface writes it. */
function typed(fn, input) {
  const optional = (value) => value ?? undefined;
  try {
    switch (fn) {
      case 'estimate':
        return pricing.estimate(input.text, input.postcode, optional(input.quickFix), optional(input.problemTypeToUse));
      case 'classify':
        return pricing.classify(input.text);
      case 'region':
        return pricing.region(input.postcode);
      case 'slots':
        return pricing.slots(input.now, input.cheaper);
      case 'refine':
        return pricing.refine(input.urgency, input.time, input.baseGBP);
      case 'coupon':
        return pricing.coupon(input.code, input.amountPence, input.currency, input.firstBooking);
      case 'budget':
        return pricing.budget(input.totalPence, input.budgetGBP);
      case 'fee':
        return pricing.fee(input.amountPence);
      default:
        return pricing[fn](input);
    }
  } catch (error) {
    assert.ok(error instanceof Error && typeof error.code === 'string', `${fn} threw no PricingFailure: ${error}`);
    return { error: { code: error.code, message: error.message } };
  }
}

for (const fn of functions) {
  test(`fixtures of ${fn}`, () => {
    const cases = JSON.parse(readFileSync(new URL(`${fn}.json`, folder), 'utf8'));
    assert.ok(cases.length > 5);
    for (const { in: input, out } of cases) {
      const line = JSON.stringify({ fn, in: input });
      assert.deepEqual(JSON.parse(pricing.priceJson(line)), out, line);
      // The typed functions refuse what is not of their types in words of their own.
      if (out.error?.code !== 'invalid_request') assert.deepEqual(typed(fn, input), out, `typed ${line}`);
    }
  });
}

test('every fixture file has its test', () => {
  const files = readdirSync(folder).filter((name) => !/^(descriptions|danger)/.test(name) && name.endsWith('.json'));
  assert.deepEqual(files.sort(), functions.map((fn) => `${fn}.json`));
});

test('a newer book prices, a broken one changes nothing', async () => {
  const fresh = await loadPricing();
  const book = JSON.parse(fresh.bookJson());
  assert.equal(fresh.bookVersion(), book.version);
  book.version = '2099.1';
  book.fee_basis_points = 1000;
  fresh.loadBook(JSON.stringify(book));
  assert.equal(fresh.bookVersion(), '2099.1');
  assert.equal(fresh.fee(10000).feePence, 1000);
  assert.throws(() => fresh.loadBook('{"version":"2099.2"}'), { code: 'invalid_book' });
  assert.equal(fresh.fee(10000).feePence, 1000);
});

test('phones, postcodes, prefixes and labels', () => {
  assert.equal(pricing.normalisePhone('07700 900123'), '+447700900123');
  assert.throws(() => pricing.normalisePhone('020 7946 0958'), { message: 'Please enter a valid UK mobile number.' });
  assert.equal(pricing.formatPostcode('sw1a1aa'), 'SW1A 1AA');
  assert.throws(() => pricing.formatPostcode('SW1A'), { code: 'invalid_postcode', field: 'postcode' });
  assert.equal(pricing.checkPrefix(' sw1 '), 'SW1');
  assert.throws(() => pricing.checkPrefix('ZZ'), { message: 'Enter 2–3 valid characters (e.g., SW, SW1, B).' });
  assert.equal(pricing.deltaLabel('SCHEDULED', 10), 'Slot +£10');
  assert.equal(pricing.deltaLabel('SCHEDULED', -5), 'Slot -£5');
  assert.equal(pricing.deltaLabel('SCHEDULED', 0), 'Base price');
  assert.equal(pricing.deltaLabel('EMERGENCY'), 'Emergency call-out +£40');
});

test('the month agrees with the quotes', () => {
  const now = '2026-11-21T10:05';
  const totals = pricing.monthTotals(9750, now, true);
  const slots = pricing.slots(now, true);
  assert.equal(totals.length, slots.length * 3);
  slots.forEach((slot, index) => {
    ['ECONOMY', 'STANDARD', 'PRIORITY'].forEach((tier, column) => {
      const quote = pricing.quote({ basePence: 9750, tier, urgency: 'SCHEDULED', slotDeltaGBP: slot.priceDelta, currency: 'GBP' });
      assert.equal(totals[index * 3 + column], quote.amountPence);
    });
  });
});
