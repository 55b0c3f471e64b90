// The state of the time step: the draft, the selected day, the slots, and what each choice changes.
import { useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { Tier, TimeSlot, Urgency } from '@/api/types';
import { usePricing } from '@/pricing';
import { addDays, asLondon, londonDay, londonWallClock } from '@/shared/london';
import { serverNow } from '@/shared/session';
import { type BookingDraft, getDraft, updateDraft, useDraft } from '../draft';
import {
  type Chosen,
  canContinue,
  checkSlot,
  chooseDay,
  chooseSlot,
  chooseUrgency,
  emergencyChange,
  firstFreeDay,
  groupByDay,
  insteadOfToday,
  type Schedule,
  shownUrgency,
} from './schedule';
import { useSlots } from './useSlots';
import { useSlotTotals, useYourPrice } from './useYourPrice';

/** Used when no postcode is known. */
const DEFAULT_POSTCODE = 'SW1';
const GONE = 'That time has just gone. Please choose another one.';
const WIDER = 'Wider windows start tomorrow.';
const NO_SLOTS: readonly TimeSlot[] = [];

/** Said beside the slots until the next choice. */
interface Notice {
  text: string;
  /** Something went wrong, so it is announced at once. */
  isProblem: boolean;
}

export function useTimeStep() {
  const draft = useDraft();
  const { data: pricing } = usePricing();
  const postcode = draft.address?.postcode ?? (draft.postcodePrefix || DEFAULT_POSTCODE);
  const { cheaper = false, invitation } = draft;
  const isForOne = invitation !== undefined;
  const windows = useSlots({
    postcode,
    cheaper,
    draftId: draft.draftId,
    gasWork: draft.estimationResult?.gas_work,
    // How many pros there are says nothing where one alone is asked.
    ...(invitation ? { invitation: invitation.token } : { problemType: draft.problemType }),
  });
  const [pickedDay, setPickedDay] = useState<string | null>(() => dayOf(draft));
  const [notice, setNotice] = useNotice(draft);
  const today = londonDay(serverNow());
  const { slots, daysAhead } = windows.data ?? {};
  const schedule: Schedule = useMemo(
    () => ({
      today,
      byDay: groupByDay(slots ?? []),
      daysAhead: new Set(daysAhead),
      isForOne,
    }),
    [today, slots, daysAhead, isForOne],
  );

  const emergency = draft.urgency === 'EMERGENCY';
  const stillAhead = pickedDay !== null && pickedDay >= today ? pickedDay : null;
  const day = emergency ? null : (stillAhead ?? firstFreeDay(schedule));
  const loading = windows.isPending || !pricing;
  const shown = (day !== null && schedule.byDay.get(day)) || NO_SLOTS;
  const totals = useSlotTotals(draft, slots);
  // What a choice costs may follow a frame after the choice itself.
  const pricedDraft = useDeferredValue(draft);
  const price = useYourPrice(pricedDraft, totals, shown);

  // Since it was chosen, the draft's slot may have been taken or its price may have changed.
  const check = useEffectEvent((free: readonly TimeSlot[]) => {
    const found = checkSlot(getDraft(), free);
    if (!found) return;
    updateDraft(found.change);
    if (!found.gone) return;
    setNotice({ text: GONE, isProblem: true });
    if (pickedDay !== null && !schedule.byDay.has(pickedDay)) setPickedDay(null);
  });
  const settled = windows.isPlaceholderData ? undefined : slots;
  useEffect(() => {
    if (settled) check(settled);
  }, [settled]);

  const take = useCallback(
    (chosen: Chosen): void => {
      setPickedDay(chosen.day);
      setNotice(null);
      updateDraft(chosen.change);
    },
    [setNotice],
  );
  // The same function for as long as the schedule is, so that the calendar is not drawn again with each choice of a slot.
  const setDay = useCallback((next: string) => take(chooseDay(next, getDraft(), schedule)), [take, schedule]);

  function setCheaper(on: boolean): void {
    setNotice(null);
    updateDraft({ cheaper: on });
    if (on) {
      if (day !== null && day > today) return;
      take(chooseDay(addDays(today, 1), draft, schedule));
      setNotice({ text: WIDER, isProblem: false });
    } else if (pricing) {
      // A wide slot is cleared because its box was unticked, not because somebody took it.
      const left = checkSlot(
        getDraft(),
        pricing.slots({ now: londonWallClock(serverNow()), cheaper: false }),
      );
      if (left?.gone) updateDraft(left.change);
    }
  }

  return {
    draft,
    pricedDraft,
    postcode,
    windows,
    schedule,
    day,
    /** The slots of that day. */
    slots: shown,
    totals,
    emergency,
    urgency: shownUrgency(draft.urgency, day, today),
    loading,
    price,
    cheaper,
    notice,
    insteadOfToday: windows.data ? insteadOfToday(schedule, day) : null,
    nextDay: firstFreeDay(schedule, day ?? today),
    ready: canContinue(draft, day, loading),
    setUrgency: (urgency: Urgency) => take(chooseUrgency(urgency, draft, day, schedule)),
    setDay,
    setSlot: (slot: TimeSlot) => take(chooseSlot(slot, draft, schedule)),
    setTier,
    setCheaper,
    /** Called by 'Review & Pay'. */
    keep: () => updateDraft(emergency ? emergencyChange() : {}),
  };
}

function setTier(tier: Tier): void {
  updateDraft({ tier });
}

export type TimeStep = ReturnType<typeof useTimeStep>;

function dayOf(draft: BookingDraft): string | null {
  return draft.timeSlotStart ? asLondon(draft.timeSlotStart).day : null;
}

/** Starts with what the checkout has to say when it sends the client back here for another time. */
function useNotice(draft: BookingDraft) {
  const { state } = useLocation();
  return useState<Notice | null>(() => {
    const text: unknown = state?.notice;
    return typeof text === 'string' && !draft.timeSlotId ? { text, isProblem: true } : null;
  });
}
