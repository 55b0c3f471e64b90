import type { QueryClient } from '@tanstack/react-query';
import { pricingQueryKey, refreshBook } from '@/pricing';

/** Asks for a newer price book once the first screen stands; screens that price re-price when it came. */
export function refreshBookWhenIdle(queryClient: QueryClient): void {
  setTimeout(async () => {
    const pricing = await refreshBook();
    if (pricing) queryClient.setQueryData(pricingQueryKey, pricing);
  }, 1500);
}
