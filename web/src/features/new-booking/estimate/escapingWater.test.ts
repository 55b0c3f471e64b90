import { beforeAll, expect, it } from 'vitest';
import { loadPricing, type Pricing } from '@/pricing';
import { isWaterEscaping } from './escapingWater';

let pricing: Pricing;
beforeAll(async () => {
  pricing = await loadPricing();
});

const escapes = (text: string) => isWaterEscaping(pricing.estimate({ text, postcode: 'SW1' }), text);

it.each([
  'burst pipe in the kitchen',
  'A pipe has burst and the hall is flooding',
  'water pouring through the ceiling',
  'radiator burst',
])('the stopcock helps: %s', (text) => expect(escapes(text)).toBe(true));

it.each([
  'tap drips',
  'boiler service',
  // A drain is not fed from the mains.
  'drain outside is blocked and flooding the garden',
  // Danger from electrics comes first.
  'water pouring into the fuse box',
  'floodlight stopped working',
])('no stopcock: %s', (text) => expect(escapes(text)).toBe(false));
