// The state of the time step: the draft, the selected day, the slots, and what each choice changes.
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Tier, TimeSlot, Urgency } from '@/api/types';
import { usePricing } from '@/pricing';
import { asLondon, londonDay, londonWallClock } from '@/shared/london';
import { serverNow } from '@/shared/session';
import { getDraft, updateDraft, useDraft } from '../draft';
import {
  type Chosen,
  canContinue,
  checkSlot,
  chooseDay,
  chooseSlot,
  chooseUrgency,
  emergencyChange,
  groupByDay,
  type Schedule,
} from './schedule';
import { useSlots } from './useSlots';
import { useYourPrice } from './useYourPrice';

/** Used when no postcode is known. */
const DEFAULT_POSTCODE = 'SW1';
/** While no day is chosen, the slots of this many days are listed. */
const DAYS_LISTED = 3;

export function useTimeStep() {
  const draft = useDraft();
  const { data: pricing } = usePricing();
  const postcode = draft.address?.postcode ?? (draft.postcodePrefix || DEFAULT_POSTCODE);
  const cheaper = draft.cheaper ?? false;
  const windows = useSlots({ postcode, cheaper, draftId: draft.draftId });
  const [pickedDay, setPickedDay] = useState<string | null>(() =>
    draft.timeSlotStart ? asLondon(draft.timeSlotStart).day : null,
  );
  const [gone, setGone] = useState(false);
  const today = londonDay(serverNow());
  const slots = windows.data?.slots;
  const schedule: Schedule = useMemo(() => ({ today, byDay: groupByDay(slots ?? []) }), [today, slots]);
  const price = useYourPrice(draft);

  const emergency = draft.urgency === 'EMERGENCY';
  const todayIfFree = draft.urgency === 'ASAP' && schedule.byDay.has(today) ? today : null;
  const day = emergency ? null : (pickedDay ?? todayIfFree);
  const loading = windows.isPending || !pricing;

  // Since it was chosen, the draft's slot may have been taken or its price may have changed.
  const check = useEffectEvent((free: readonly TimeSlot[]) => {
    const found = checkSlot(getDraft(), free);
    if (!found) return;
    updateDraft(found.change);
    if (found.gone) setGone(true);
  });
  const settled = windows.isPlaceholderData ? undefined : slots;
  useEffect(() => {
    if (settled) check(settled);
  }, [settled]);

  function take(chosen: Chosen): void {
    setPickedDay(chosen.day);
    setGone(false);
    updateDraft(chosen.change);
  }

  function setCheaper(on: boolean): void {
    updateDraft({ cheaper: on });
    // A wide slot is cleared because its box was unticked, not because somebody took it.
    if (!on && pricing) {
      const left = checkSlot(
        getDraft(),
        pricing.slots({ now: londonWallClock(serverNow()), cheaper: false }),
      );
      if (left?.gone) updateDraft(left.change);
    }
  }

  return {
    draft,
    postcode,
    windows,
    schedule,
    day,
    emergency,
    loading,
    price,
    cheaper,
    /** The chosen slot is no longer free. */
    gone,
    groups: groupsShown(schedule, day, draft.urgency),
    nextDay: firstDayAfter(schedule, today),
    ready: canContinue(draft, day, loading),
    setUrgency: (urgency: Urgency) => take(chooseUrgency(urgency, draft, day, schedule)),
    setDay: (next: string) => take(chooseDay(next, draft, schedule)),
    setSlot: (slot: TimeSlot) => take(chooseSlot(slot, draft, schedule)),
    setTier: (tier: Tier) => updateDraft({ tier }),
    setCheaper,
    /** Called by 'Review & Pay'. */
    keep: () => {
      const refinedPrice = price
        ? { baseGBP: price.base / 100, totalGBP: price.total / 100, deltaLabel: price.deltaLabel }
        : undefined;
      updateDraft({ refinedPrice, ...(emergency ? emergencyChange() : {}) });
    },
  };
}

export type TimeStep = ReturnType<typeof useTimeStep>;

/** The slots of the chosen day; of the next few days if none is chosen. */
function groupsShown({ byDay }: Schedule, day: string | null, urgency: Urgency) {
  if (day) return byDay.has(day) ? [{ day, slots: byDay.get(day) ?? [] }] : [];
  if (urgency !== 'SCHEDULED') return [];
  return [...byDay]
    .sort(([one], [other]) => one.localeCompare(other))
    .slice(0, DAYS_LISTED)
    .map(([each, slots]) => ({ day: each, slots }));
}

function firstDayAfter({ byDay }: Schedule, today: string): string | null {
  const later = [...byDay.keys()].filter((day) => day > today).sort();
  return later[0] ?? null;
}
