import { call } from './client';
import type { CouponResult, Currency } from './types';

/** Checks a coupon against an amount in pence, before the coupon. An invalid coupon is a normal result, not an error. */
export function validateCoupon(request: {
  code: string;
  amountPence: number;
  currency: Currency;
  /** What the draft's own unpaid booking holds is free for it. */
  draftId: string;
}): Promise<CouponResult> {
  return call('/coupons/validate', { method: 'POST', json: request });
}
