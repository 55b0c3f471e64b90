import { beforeAll, expect, it } from 'vitest';
import { loadPricing, type Pricing } from '@/pricing';
import { getDraft } from '../draft';
import { storeEstimate, tryEstimate } from '../estimate/pricing';
import { applyAreaChange, areaChange, newRange } from './areaChange';

let pricing: Pricing;
beforeAll(async () => {
  pricing = await loadPricing();
});

function priceFor(postcode: string) {
  const input = { text: 'leaking tap', postcode };
  storeEstimate(input, tryEstimate(pricing, input));
  return getDraft();
}

it.each([
  ['SW1', 'SW1A 1AA'],
  ['SW', 'sw19 5ae'],
  ['B', 'B1 1AA'],
  ['SW1', 'SW1A 1'],
  ['SW1', ''],
])('reports no change from %s to %s', (prefix, postcode) =>
  expect(areaChange(pricing, priceFor(prefix), postcode)).toBeNull(),
);

it('says nothing of an area where nobody works', () => {
  expect(areaChange(pricing, priceFor('SW1'), 'GY1 1AA')).toBeNull();
});

it('prices again in another region, and updates the draft', () => {
  const change = areaChange(pricing, priceFor('SW1'), 'm11ae');
  expect(change).toMatchObject({
    postcode: 'M1 1AE',
    before: 'SW1',
    baseChange: { fromPence: 9750, fromArea: 'SW1', toPence: 8750, toArea: 'M1' },
  });
  expect(change && newRange(change)).toBe('£80–£95');
  if (change) applyAreaChange(change);
  expect(getDraft()).toMatchObject({
    postcodePrefix: 'M1',
    description: 'leaking tap',
    estimationResult: { base_min: 80, base_max: 95, region_label: 'Standard' },
    baseChange: { fromPence: 9750, fromArea: 'SW1', toPence: 8750, toArea: 'M1' },
  });
});

it('another district of the same region does not change the price', () => {
  expect(areaChange(pricing, priceFor('SW1'), 'E1 6AN')).toMatchObject({ baseChange: null });
});

it('BR1 is not part of B: London and Birmingham are different regions', () => {
  expect(areaChange(pricing, priceFor('B'), 'BR1 1AA')).toMatchObject({
    before: 'B',
    baseChange: { fromArea: 'B', toArea: 'BR1' },
  });
});
