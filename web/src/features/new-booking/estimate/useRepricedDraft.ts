import { useEffect } from 'react';
import { usePricing } from '@/pricing';
import { useDraft } from '../draft';
import { inputOf, storeEstimate, tryEstimate } from './pricing';

/** Prices the draft again as soon as the module has a newer price book, so that later steps never show an outdated price. */
export function useRepricedDraft(): void {
  const draft = useDraft();
  const { data: pricing } = usePricing();
  useEffect(() => {
    if (!pricing || !draft.estimationResult) return;
    const now = tryEstimate(pricing, inputOf(draft));
    if (now && now.book_version !== draft.estimationResult.book_version) storeEstimate(inputOf(draft), now);
  }, [pricing, draft]);
}
