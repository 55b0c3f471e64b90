// Keeps pricing-wasm/js/pricing.d.ts true: every answer of the fixtures has the fields its interface names, and no others.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const source = readFileSync(new URL('../../pricing-wasm/js/pricing.d.ts', import.meta.url), 'utf8').replaceAll(/\/\*\*.*?\*\//gs, '');

/** The string unions of the declarations, by name. */
const unions = new Map(
  [...source.matchAll(/export type (\w+) =([^;]+);/g)].map(([, name, body]) => [name, [...body.matchAll(/"([^"]+)"/g)].map(([, word]) => word)]),
);

/** The fields of the interfaces: their types, and whether they may be absent. */
const interfaces = new Map(
  [...source.matchAll(/export interface (\w+)[^{]*\{\n(.*?)\n\}/gs)].map(([, name, body]) => [
    name,
    [...body.matchAll(/^ {2}(\w+)(\?)?: ((?:[^;{]|\{[^}]*\})+);$/gm)].map(([, field, optional, type]) => ({ field, optional: Boolean(optional), type })),
  ]),
);

function fits(value, type, where) {
  const list = type.match(/^(.+)\[\]$/)?.[1];
  if (type.includes(' | null') && value === null) return;
  const plain = type.replace(' | null', '');
  if (list) {
    assert.ok(Array.isArray(value), where);
    value.forEach((item) => fits(item, list, where));
  } else if (unions.has(plain)) assert.ok(unions.get(plain).includes(value), `${where}: ${value}`);
  else if (interfaces.has(plain)) fitsInterface(value, plain, where);
  else if (plain.startsWith('{')) {
    const fields = [...plain.matchAll(/(\w+): (\w+)/g)];
    assert.deepEqual(Object.keys(value).sort(), fields.map(([, field]) => field).sort(), where);
    for (const [, field, kind] of fields) assert.equal(typeof value[field], kind, `${where}.${field}`);
  } else if (plain.startsWith('"')) assert.ok(plain.includes(`"${value}"`), `${where}: ${value}`);
  else assert.equal(typeof value, plain, where);
}

function fitsInterface(value, name, where) {
  const fields = interfaces.get(name);
  const known = new Set(fields.map(({ field }) => field));
  for (const field of Object.keys(value)) assert.ok(known.has(field), `${where}: ${name} has no field ${field}`);
  for (const { field, optional, type } of fields) {
    if (field in value) fits(value[field], type, `${where}.${field}`);
    else assert.ok(optional, `${where}: ${field} is missing`);
  }
}

const answers = {
  budget: 'BudgetAnswer',
  cancellation: 'Cancellation',
  classify: 'Classification',
  coupon: 'CouponAnswer',
  estimate: 'Estimate',
  fee: 'Fee',
  quote: 'Quote',
  refine: 'RefinedPrice',
  region: 'Region',
  slots: 'Slot[]',
};

for (const [fn, type] of Object.entries(answers)) {
  test(`answers of ${fn} are of the declared type ${type}`, () => {
    const cases = JSON.parse(readFileSync(new URL(`../fixtures/${fn}.json`, import.meta.url), 'utf8'));
    const answered = cases.filter(({ out }) => !out.error);
    assert.ok(answered.length > 3);
    answered.forEach(({ out }, index) => fits(out, type, `${fn} ${index}`));
  });
}
