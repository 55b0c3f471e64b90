import { expect, it } from 'vitest';
import { loadPricing } from '@/pricing';
import { anyArea, GAS_NUMBERS, GENERAL_NUMBER, telephone } from './emergencyNumbers';

it('are those of the price book', async () => {
  const pricing = await loadPricing();
  expect([...GAS_NUMBERS, GENERAL_NUMBER]).toEqual(pricing.emergencyNumbers({}));
});

it('are dialled without spaces', () => {
  expect(telephone('0800 002 001')).toBe('tel:0800002001');
});

it('stand both in advice for anywhere', () => {
  expect(anyArea('Call 0800 111 999, free.')).toBe(
    'Call 0800 111 999 (Northern Ireland: 0800 002 001), free.',
  );
  expect(anyArea('Call 999.')).toBe('Call 999.');
});
