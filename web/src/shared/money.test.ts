import { describe, expect, it } from 'vitest';
import {
  formatPence,
  formatPounds,
  formatRange,
  formatSignedPence,
  formatSlotDelta,
  poundsToPence,
} from './money';

describe('money', () => {
  it.each([
    [9750, '£97.50'],
    [10700, '£107'],
    [560000, '£5,600'],
    [-500, '−£5'],
    [0, '£0'],
  ])('shows %i pence as %s', (pence, text) => expect(formatPence(pence)).toBe(text));

  it('shows adjustments with a sign and pence', () => {
    expect(formatSignedPence(1950)).toBe('+£19.50');
    expect(formatSignedPence(-1000)).toBe('−£10.00');
    expect(formatSignedPence(0)).toBe('£0.00');
  });

  it('shows what a slot adds to the price', () => {
    expect([0, 10, -5].map(formatSlotDelta)).toEqual(['Base price', '+£10', '−£5']);
  });

  it('rounds away the binary fractions of pounds', () => {
    expect(poundsToPence(34.13)).toBe(3413);
    expect(formatPounds(1.1)).toBe('£1.10');
    expect(formatRange(90, 105)).toBe('£90–£105');
  });
});
