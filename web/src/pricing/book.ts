// The few words and numbers of the price book that screens show as they are: what a tier buys, what the terms promise.
import { useMemo } from 'react';
import type { Tier } from '@/api/types';
import { usePricing } from './usePricing';

export interface ShownBook {
  version: string;
  quote_valid_minutes: number;
  tiers: { tier: Tier; multiplier: number; pros_per_wave: number; description: string }[];
  /** Fees in basis points. */
  cancellation: {
    free_minutes_after_booking: number;
    free_minutes_before_slot: number;
    late_fee: number;
    emergency_fee: number;
    started_fee: number;
  };
}

/** The book in use; undefined while the module loads. The module has validated it. */
export function useBook(): ShownBook | undefined {
  const pricing = usePricing().data;
  return useMemo(() => (pricing ? (JSON.parse(pricing.bookJson()) as ShownBook) : undefined), [pricing]);
}
