import { useMemo } from 'react';
import { isPricingFailure, type Pricing, usePricing } from '@/pricing';
import type { BookingDraft } from '../draft';
import { type DraftPrice, priceDraft } from './draftPrice';

export type DraftPriceState =
  | { state: 'loading' }
  | { state: 'ready'; price: DraftPrice; pricing: Pricing }
  /** The rules reject the draft; `code` is the same as the server's. */
  | { state: 'refused'; code: string; message: string }
  /** The pricing module could not be loaded. */
  | { state: 'failed'; retry: () => void };

export function useDraftPrice(draft: BookingDraft): DraftPriceState {
  const { data: pricing, isError, refetch } = usePricing();
  return useMemo(() => {
    if (!pricing) return isError ? { state: 'failed', retry: () => void refetch() } : { state: 'loading' };
    try {
      return { state: 'ready', price: priceDraft(pricing, draft), pricing };
    } catch (error) {
      if (isPricingFailure(error)) return { state: 'refused', code: error.code, message: error.message };
      throw error;
    }
  }, [pricing, isError, refetch, draft]);
}
