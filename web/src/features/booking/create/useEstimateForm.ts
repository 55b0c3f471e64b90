// The state of the create step: the input, the last estimate, and the draft that stores both. The text updates at once; the draft and the
// hints follow 350 ms after the last change.
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Estimate } from '@/api/types';
import { type Pricing, usePricing } from '@/pricing';
import { useDebounced } from '@/shared/debounce';
import { getDraft, updateDraft, useDraft } from '../draft';
import {
  dangerOf,
  type EstimateInput,
  inputOf,
  sameInput,
  storeEstimate,
  tryEstimate,
} from '../estimate/pricing';
import { isDescriptionValid, PREFIX_MESSAGE } from './limits';
import { type QuickPick, quickFixAfterTyping, togglePick } from './quickPicks';

const DEBOUNCE = 350;
/** Understanding a description does not depend on the area, so before one is given any will do. */
const ANY_AREA = 'M';

interface Typed {
  description: string;
  postcode: string;
  quickFix?: string | undefined;
  problemTypeToUse?: string | undefined;
}

interface Priced {
  input: EstimateInput;
  estimate: Estimate;
}

export function useEstimateForm() {
  const { powerOff = false } = useDraft();
  const [typed, setTyped] = useState<Typed>(() => typedOf(inputOf(getDraft())));
  // The form renders before the pricing module is loaded; the first letter typed loads it at once.
  const {
    data: pricing,
    isError: notLoaded,
    refetch,
  } = usePricing(typed.description || typed.postcode ? 'now' : 'idle');
  const [priced, setPriced] = useState<Priced | null>(pricedOf);
  const input = useMemo(() => inputFrom(typed), [typed]);
  const rested = useDebounced(input, DEBOUNCE);

  const area = areaState(pricing, typed.postcode);
  const limits = useMemo(() => pricing?.shownBook().description, [pricing]);
  const valid = limits !== undefined && isDescriptionValid(typed.description, limits) && area === 'ok';
  const fresh = priced !== null && sameInput(priced.input, input);
  const hint = useMemo(() => {
    if (!pricing || !limits || !isDescriptionValid(rested.text, limits)) return null;
    return tryEstimate(pricing, rested) ?? tryEstimate(pricing, { ...rested, postcode: ANY_AREA });
  }, [pricing, limits, rested]);

  const keep = useEffectEvent((latest: EstimateInput) => {
    if (sameInput(latest, inputOf(getDraft()))) return;
    storeEstimate(latest, priced && sameInput(priced.input, latest) ? priced.estimate : null);
  });
  useEffect(() => keep(rested), [rested]);
  // An estimate requested within the 350 ms is more recent than the hint.
  const understood = fresh ? priced.estimate : hint;
  const danger = dangerOf(understood);
  useEffect(() => {
    // The answer about the power applied only to that danger, so drop it.
    if (understood && danger !== 'electrics' && getDraft().powerOff) updateDraft({ powerOff: undefined });
  }, [understood, danger]);
  useEffect(() => {
    // When a newer price book arrives, price the current result again.
    const now = pricing && priced && tryEstimate(pricing, priced.input);
    if (!now || now.book_version === priced.estimate.book_version) return;
    setPriced({ ...priced, estimate: now });
    if (getDraft().estimationResult) storeEstimate(priced.input, now);
  }, [pricing, priced]);
  // Save at once when the page closes within the 350 ms.
  const keepNow = useEffectEvent(() => keep(input));
  useEffect(() => {
    const flush = () => keepNow();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);

  /** Prices the current input; null if it is rejected. */
  function estimateNow(choice: Partial<Typed> = {}): Estimate | null {
    if (!pricing) return null;
    const next = { ...typed, ...choice };
    const nextInput = inputFrom(next);
    const estimate = tryEstimate(pricing, nextInput);
    setTyped(next);
    storeEstimate(nextInput, estimate);
    setPriced(estimate && { input: nextInput, estimate });
    return estimate;
  }

  return {
    typed,
    input,
    /** 'empty' and 'unknown' (the module is still loading) show neither badge nor error. */
    area,
    areaMessage: area === 'bad' ? PREFIX_MESSAGE : undefined,
    valid,
    /** The description's; undefined while the module loads. */
    limits,
    fresh,
    /** The last result, even if stale. */
    estimate: priced?.estimate ?? null,
    /** What the text is understood as: from the fresh result, otherwise from the debounced text. */
    hint: understood,
    danger,
    loading: !pricing && !notLoaded,
    notLoaded,
    reload: () => void refetch(),
    powerOff,
    setPowerOff: (off: boolean) => updateDraft({ powerOff: off }),
    /** Typing resets a problem type that was chosen for a different text. */
    describe: (description: string) =>
      setTyped({
        ...typed,
        description,
        quickFix: quickFixAfterTyping(description, typed.quickFix),
        problemTypeToUse: undefined,
      }),
    pick: (pick: QuickPick) =>
      setTyped({ ...typed, ...togglePick(pick, typed), problemTypeToUse: undefined }),
    setPostcode: (postcode: string) =>
      setTyped({ ...typed, postcode: postcode.toUpperCase().replace(/\s/g, '').slice(0, 4) }),
    estimateNow,
  };
}

export type EstimateForm = ReturnType<typeof useEstimateForm>;

function typedOf(input: EstimateInput): Typed {
  const { text, ...rest } = input;
  return { ...rest, description: text };
}

function inputFrom(typed: Typed): EstimateInput {
  const { description, postcode, quickFix, problemTypeToUse } = typed;
  return { text: description.trim(), postcode, quickFix, problemTypeToUse };
}

function pricedOf(): Priced | null {
  const draft = getDraft();
  return draft.estimationResult ? { input: inputOf(draft), estimate: draft.estimationResult } : null;
}

function areaState(pricing: Pricing | undefined, postcode: string): 'empty' | 'unknown' | 'ok' | 'bad' {
  if (!postcode) return 'empty';
  if (!pricing) return 'unknown';
  try {
    pricing.checkPrefix(postcode);
    return 'ok';
  } catch {
    return 'bad';
  }
}
