// The state of the create step: the input, the last estimate, and the draft that stores both. The text updates at once; the draft and the
// hints follow 350 ms after the last change.
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { DangerAnswer, DangerQuestion, Estimate } from '@/api/types';
import { type Pricing, readOrNull, usePricing } from '@/pricing';
import { useDebounced } from '@/shared/debounce';
import { anyArea } from '@/shared/emergencyNumbers';
import type { FieldProblem } from '@/ui';
import { getDraft, outwardOf, updateDraft, useDraft } from '../draft';
import {
  answered,
  dangerOf,
  type EstimateInput,
  inputOf,
  notServed,
  sameInput,
  storeEstimate,
  tryEstimate,
} from '../estimate/pricing';
import { type DescriptionLimits, descriptionMessage, isDescriptionValid, PREFIX_MESSAGE } from './limits';
import { type QuickPick, quickFixAfterTyping, togglePick } from './quickPicks';

const DEBOUNCE = 350;
/** Of a full postcode with its spaces and a full stop. */
const LONGEST_POSTCODE = 12;
/** What the draft keeps of something that is no area. */
const LONGEST_AREA = 8;
/** Understanding a description does not depend on the area, so before one is given any will do. */
const ANY_AREA = 'M';

interface Typed {
  description: string;
  /** As typed: with a space, the rest of a full postcode may follow. */
  postcode: string;
  quickFix?: string | undefined;
  problemTypeToUse?: string | undefined;
  dangerAnswers?: DangerAnswer[] | undefined;
}

interface Priced {
  input: EstimateInput;
  estimate: Estimate;
}

/** `waiting`: an estimate has been asked for, so the module is needed now. */
export function useEstimateForm(waiting: boolean) {
  const draft = useDraft();
  const { powerOff = false } = draft;
  const [typed, setTyped] = useState<Typed>(() => typedOf(inputOf(getDraft())));
  const [attempt, setAttempt] = useState(0);
  /** An estimate was asked for and something was missing: the screen says what, until nothing is. */
  const [incomplete, setIncomplete] = useState(false);
  const [inArea, setInArea] = useState(false);
  // The form renders before the pricing module is loaded; the first letter typed loads it at once.
  const {
    data: pricing,
    isError: notLoaded,
    refetch,
  } = usePricing(typed.description || typed.postcode || waiting ? 'now' : 'idle');
  const [priced, setPriced] = useState<Priced | null>(pricedOf);
  const input = useMemo(() => inputFrom(typed, pricing), [typed, pricing]);
  const rested = useDebounced(input, DEBOUNCE);

  const { area, message: areaProblem } = useMemo(
    () => areaState(pricing, typed.postcode),
    [pricing, typed.postcode],
  );
  const limits = useMemo(() => pricing?.shownBook().description, [pricing]);
  const valid = limits !== undefined && isDescriptionValid(typed.description, limits) && area === 'ok';
  const fresh = priced !== null && sameInput(priced.input, input);
  const hint = useMemo(() => {
    if (!pricing || !limits || !isDescriptionValid(rested.text, limits)) return null;
    return tryEstimate(pricing, rested) ?? anywhere(pricing, rested);
  }, [pricing, limits, rested]);

  // A full postcode fills its outward code, and is kept for the address.
  const full = pricing ? readOrNull(pricing, 'postcode', typed.postcode) : null;
  useEffect(() => {
    if (full === null) return;
    updateDraft({ fullPostcode: full });
    setTyped((before) => ({ ...before, postcode: outwardOf(full) }));
  }, [full]);

  // What the form and the draft last agreed on. A draft that says something else was changed by another tab, or cleared by logging out.
  const agreed = useRef(inputOf(draft));
  const store = (latest: EstimateInput, found: Estimate | null) => {
    agreed.current = latest;
    storeEstimate(latest, found);
  };
  const keep = useEffectEvent((latest: EstimateInput) => {
    const kept = inputOf(getDraft());
    // What has rested may have been overtaken by a choice meanwhile.
    if (!sameInput(latest, input) || sameInput(latest, kept) || !sameInput(kept, agreed.current)) return;
    store(latest, priced && sameInput(priced.input, latest) ? priced.estimate : null);
  });
  useEffect(() => {
    const latest = inputOf(draft);
    if (sameInput(latest, agreed.current)) return;
    agreed.current = latest;
    setTyped(typedOf(latest));
    setPriced(pricedOf());
  }, [draft]);
  useEffect(() => keep(rested), [rested]);
  // An estimate requested within the 350 ms is more recent than the hint.
  const understood = fresh ? priced.estimate : hint;
  const danger = dangerOf(understood);
  // Once it is answered it goes at once, not with the next hint.
  const asked = understood?.danger_question;
  const question = asked && !hasAnswer(typed, asked) ? asked : null;
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

  const problems = incomplete && limits ? problemsOf(typed, areaProblem, limits) : [];
  if (incomplete && valid) setIncomplete(false);

  /** Prices the current input; null if it is rejected, and then `problems` says why. */
  function estimateNow(choice: Partial<Typed> = {}): Estimate | null {
    if (!pricing) return null;
    setAttempt(attempt + 1);
    setIncomplete(!valid);
    const next = { ...typed, ...choice };
    const nextInput = inputFrom(next, pricing);
    const estimate = tryEstimate(pricing, nextInput);
    setTyped(next);
    store(nextInput, estimate);
    setPriced(estimate && { input: nextInput, estimate });
    return estimate;
  }

  /** Prices anew; while something is missing the answers are only kept, and nothing is complained about. */
  function answerWith(dangerAnswers: DangerAnswer[] | undefined): Estimate | null {
    if (valid) return estimateNow({ dangerAnswers });
    setAttempt(attempt + 1);
    setTyped({ ...typed, dangerAnswers });
    return null;
  }

  return {
    typed,
    input,
    /** 'empty' and 'unknown' (the module is still loading) show neither badge nor error. */
    area,
    /** Not while it is still being typed. */
    areaMessage:
      ((area === 'bad' || area === 'unserved') && !inArea && areaProblem) ||
      problems.find(inPostcode)?.message,
    setInArea,
    /** How often an estimate was asked for. */
    attempt,
    problems,
    valid,
    /** The description's; undefined while the module loads. */
    limits,
    fresh,
    /** The last result, even if stale. */
    estimate: priced?.estimate ?? null,
    /** What the text is understood as: from the fresh result, otherwise from the debounced text. */
    hint: understood,
    danger,
    /** What is to be answered first; nothing is priced before. */
    question,
    /** Whether an answer has made it a danger: it may be taken back. */
    affirmed: typed.dangerAnswers?.some(({ yes }) => yes) ?? false,
    loading: !pricing && !notLoaded,
    notLoaded,
    reload: () => void refetch(),
    powerOff,
    setPowerOff: (off: boolean) => updateDraft({ powerOff: off }),
    /** Typing resets a problem type that was chosen for a different text, and what was answered to its questions. */
    describe: (description: string) =>
      setTyped({
        ...typed,
        description,
        quickFix: quickFixAfterTyping(description, typed.quickFix),
        problemTypeToUse: undefined,
        dangerAnswers: answersFor(description, typed),
      }),
    pick: (pick: QuickPick) => {
      const picked = togglePick(pick, typed);
      setTyped({
        ...typed,
        ...picked,
        problemTypeToUse: undefined,
        dangerAnswers: answersFor(picked.description, typed),
      });
    },
    setPostcode: (postcode: string) =>
      // Not cut to an outward code: the rest may follow, and tells LS1 4AP from LS14.
      setTyped({ ...typed, postcode: cleanPostcode(postcode) }),
    estimateNow,
    answer: (yes: boolean) => question && answerWith(answered(typed.dangerAnswers, question, yes)),
    takeBack: () => void answerWith(undefined),
  };
}

export type EstimateForm = ReturnType<typeof useEstimateForm>;

type AreaState = 'empty' | 'unknown' | 'ok' | 'bad' | 'unserved';

function problemsOf(
  { description }: Typed,
  areaProblem: string | null,
  limits: DescriptionLimits,
): FieldProblem[] {
  return [
    ...(isDescriptionValid(description, limits)
      ? []
      : [{ field: 'description', message: descriptionMessage(limits) }]),
    ...(areaProblem === null ? [] : [{ field: 'postcode', message: areaProblem }]),
  ];
}

function inPostcode({ field }: FieldProblem): boolean {
  return field === 'postcode';
}

function typedOf(input: EstimateInput): Typed {
  const { text, ...rest } = input;
  return { ...rest, description: text };
}

/** Letters, digits and spaces, in capitals. */
function cleanPostcode(typed: string): string {
  const plain = typed.replace(/\s+/g, ' ').replace(/[^\p{L}\d ]/gu, '');
  return plain.toUpperCase().trimStart().slice(0, LONGEST_POSTCODE);
}

function inputFrom(typed: Typed, pricing: Pricing | undefined): EstimateInput {
  const { description, postcode, ...rest } = typed;
  const area = pricing && readOrNull(pricing, 'area', postcode);
  return { ...rest, postcode: area ?? postcode.trim().slice(0, LONGEST_AREA), text: description.trim() };
}

function pricedOf(): Priced | null {
  const draft = getDraft();
  return draft.estimationResult ? { input: inputOf(draft), estimate: draft.estimationResult } : null;
}

function hasAnswer({ dangerAnswers }: Typed, { kind }: DangerQuestion): boolean {
  return dangerAnswers?.some((answer) => answer.kind === kind) ?? false;
}

/** Answers belong to the text that raised the questions. */
function answersFor(description: string, before: Typed): DangerAnswer[] | undefined {
  return description.trim() === before.description.trim() ? before.dangerAnswers : undefined;
}

/** Without a usable area the text alone: whom to call is then every area's number. */
function anywhere(pricing: Pricing, input: EstimateInput): Estimate | null {
  const found = tryEstimate(pricing, { ...input, postcode: ANY_AREA });
  if (!found) return null;
  const isGas = dangerOf(found) === 'gas';
  return {
    ...found,
    quick_tips: found.quick_tips.map(anyArea),
    ...(isGas && { emergency_numbers: pricing.emergencyNumbers({}) }),
  };
}

/** What the postcode area is, and why nothing can be priced there. */
function areaState(
  pricing: Pricing | undefined,
  postcode: string,
): { area: AreaState; message: string | null } {
  if (!postcode) return { area: 'empty', message: PREFIX_MESSAGE };
  if (!pricing) return { area: 'unknown', message: PREFIX_MESSAGE };
  if (readOrNull(pricing, 'area', postcode) === null) return { area: 'bad', message: PREFIX_MESSAGE };
  const message = notServed(pricing, postcode);
  return { area: message === null ? 'ok' : 'unserved', message };
}
