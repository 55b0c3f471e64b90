import { expect, it } from 'vitest';
import { loadPricing } from '@/pricing';
import { readAs } from './explanation';

it('names keywords, signs and types, each once', () => {
  expect(
    readAs([
      { kind: 'keyword', entry: 'tap' },
      { kind: 'several', entry: 'leak' },
      { kind: 'type', entry: 'replace_tap' },
      { kind: 'sign', entry: 'drip' },
      { kind: 'sign', entry: 'tap' },
    ]),
  ).toBe('We read: tap, replace tap, drip.');
});

it('says nothing where nothing of the kind was read', () => {
  expect(readAs([{ kind: 'danger', entry: 'gas' }])).toBeNull();
  expect(readAs([])).toBeNull();
  expect(readAs(undefined)).toBeNull();
});

it('is what the pricing module read', async () => {
  const pricing = await loadPricing();
  const estimate = pricing.estimate({ text: 'boiler not working', postcode: 'M1' });
  expect(readAs(estimate.explanation)).toBe('We read: boiler, not working.');
});
