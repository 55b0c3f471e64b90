import { call } from './client';
import type { CouponResult, Currency } from './types';

/** Checks a code against an amount (pence, before the coupon). An invalid coupon is an answer, not an error. */
export function validateCoupon(request: {
  code: string;
  amountPence: number;
  currency: Currency;
}): Promise<CouponResult> {
  return call('/coupons/validate', { method: 'POST', json: request });
}
