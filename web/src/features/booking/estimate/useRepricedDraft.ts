import { useEffect } from 'react';
import { usePricing } from '@/pricing';
import { useDraft } from '../draft';
import { inputOf, storeEstimate, tryEstimate } from './pricing';

/** A result from an older price book is priced anew as soon as the module has a newer one, so that later steps never show an old price. */
export function useRepricedDraft(): void {
  const draft = useDraft();
  const { data: pricing } = usePricing();
  useEffect(() => {
    if (!pricing || !draft.estimationResult) return;
    const now = tryEstimate(pricing, inputOf(draft));
    if (now && now.book_version !== draft.estimationResult.book_version) storeEstimate(inputOf(draft), now);
  }, [pricing, draft]);
}
