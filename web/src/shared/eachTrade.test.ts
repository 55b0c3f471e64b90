import { beforeAll, expect, it } from 'vitest';
import { loadPricing, type Pricing } from '@/pricing';
import { jobsByTrade } from './eachTrade';

let pricing: Pricing;
beforeAll(async () => {
  pricing = await loadPricing();
});

const jobsOf = (text: string) => jobsByTrade(pricing.estimate({ text, postcode: 'M1' }).explanation);

it('are one for each trade', () => {
  expect(jobsOf('dripping tap, loose socket')).toEqual([
    { trade: 'plumber', code: 'leak' },
    { trade: 'electrician', code: 'socket' },
  ]);
});

it('are none where one trade does it all', () => {
  expect(jobsOf("the toilet won't flush and the shower drips")).toEqual([]);
  expect(jobsOf('leaking tap')).toEqual([]);
  expect(jobsByTrade(undefined)).toEqual([]);
});
