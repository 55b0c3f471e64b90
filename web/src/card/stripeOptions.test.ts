import { expect, test } from 'vitest';
import { ELEMENT, intentOptions } from './stripeOptions';

test('the element offers cards alone, as the intent takes nothing else', () => {
  expect(intentOptions(11_700, false)).toEqual({
    mode: 'payment',
    amount: 11_700,
    currency: 'gbp',
    captureMethod: 'manual',
    allowedPaymentMethodTypes: ['card'],
  });
  expect(ELEMENT.wallets?.link).toBe('never');
});

test('a card that is kept is said to be, and nothing to pay is not refused', () => {
  expect(intentOptions(0, true)).toMatchObject({ amount: 1, setupFutureUsage: 'off_session' });
});
