import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Pricing } from './load';

const fetchPricing = vi.fn<() => Promise<Pricing>>();
vi.mock('./module', () => ({ fetchPricing }));

const pricing = { estimate: () => undefined } as unknown as Pricing;
const lost = new TypeError('Failed to fetch');

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  fetchPricing.mockReset();
});
afterEach(() => vi.useRealTimers());

it('survives two lost downloads', async () => {
  const { loadPricing } = await import('./load');
  fetchPricing.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost).mockResolvedValue(pricing);
  const loading = loadPricing();
  await vi.advanceTimersByTimeAsync(2500);
  expect(await loading).toBe(pricing);
  expect(loadPricing()).toBe(loading);
  expect(fetchPricing).toHaveBeenCalledTimes(3);
});

it('asks again after it has failed', async () => {
  const { loadPricing } = await import('./load');
  fetchPricing.mockRejectedValue(lost);
  const failed = expect(loadPricing()).rejects.toBe(lost);
  await vi.advanceTimersByTimeAsync(2500);
  await failed;
  fetchPricing.mockReset().mockResolvedValue(pricing);
  expect(await loadPricing()).toBe(pricing);
  expect(fetchPricing).toHaveBeenCalledOnce();
});
