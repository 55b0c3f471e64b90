import { call } from './client';
import { ApiProblem } from './problem';
import type { Quote, QuoteRequest } from './types';

/** A signed price, valid for 15 minutes. Throws 409 `price_changed` (see changedQuote) or `slot_gone`. */
export function createQuote(request: QuoteRequest, signal?: AbortSignal): Promise<Quote> {
  return call('/quotes', { method: 'POST', json: request, signal });
}

/** The new signed quote that comes with `price_changed` or `coupon_unavailable`. */
export function changedQuote(error: unknown): Quote | null {
  if (!(error instanceof ApiProblem)) return null;
  const quote = error.body.quote;
  return typeof quote === 'object' && quote !== null && 'signature' in quote ? (quote as Quote) : null;
}
