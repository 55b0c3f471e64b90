// The rules of the time step, as pure functions from a choice to the changes it makes.
import type { TimeSlot, Urgency } from '@/api/types';
import { addDays, asLondon, formatDay, formatSlot } from '@/shared/london';
import type { BookingDraft } from '../draft';
import { DAYS_AHEAD } from './calendar';

/** Stored as the slot of an emergency. */
export const EMERGENCY_SLOT = { id: 'EMERGENCY_NOW', label: 'Emergency call-out ASAP' } as const;

export interface Chosen {
  /** The day selected in the calendar, or null. */
  day: string | null;
  change: Partial<BookingDraft>;
}

const noSlot: Partial<BookingDraft> = {
  timeSlotId: undefined,
  timeSlotLabel: undefined,
  timeSlotStart: undefined,
  timeSlotEnd: undefined,
  selectedSlotPriceDelta: undefined,
};

export interface Schedule {
  /** Today in London. */
  today: string;
  /** Slots by day, in order; days without slots are left out. */
  byDay: ReadonlyMap<string, readonly TimeSlot[]>;
  /** Days on which a window is still ahead by the clock, whether or not a place is left. */
  daysAhead: ReadonlySet<string>;
  /** One pro alone is asked, and these are the windows in which they could come. */
  isForOne?: boolean;
}

/** Why a day cannot be chosen. */
export type WhyNot = 'Full' | 'Busy' | 'Too late';

/** The strip shows a week. */
const DAYS_IN_STRIP = 7;
const EVENING_FROM = '18:00';

export function groupByDay(slots: readonly TimeSlot[]): Map<string, TimeSlot[]> {
  const byDay = new Map<string, TimeSlot[]>();
  for (const slot of slots) {
    const { day } = asLondon(slot.start);
    byDay.set(day, [...(byDay.get(day) ?? []), slot]);
  }
  for (const windows of byDay.values()) windows.sort((one, other) => clock(one).localeCompare(clock(other)));
  return byDay;
}

function clock(slot: TimeSlot): string {
  return asLondon(slot.start).clock + asLondon(slot.end).clock;
}

/** 1 or 2 slots are 'few'; 3 or more are normal. */
export function isFew(count: number): boolean {
  return count === 1 || count === 2;
}

/** The first day from `from` on that has a window. */
export function firstFreeDay({ byDay }: Schedule, from = ''): string | null {
  return [...byDay.keys()].sort().find((day) => day >= from) ?? null;
}

/** Seven days from today, or from the first day with a window if that is later; a chosen day beyond them comes last. */
export function stripDays(schedule: Schedule, chosen: string | null): string[] {
  const { today } = schedule;
  const first = firstFreeDay(schedule);
  const start = first !== null && first >= addDays(today, DAYS_IN_STRIP) ? first : today;
  const days = Array.from({ length: DAYS_IN_STRIP }, (_, index) => addDays(start, index)).filter(
    (day) => day <= addDays(today, DAYS_AHEAD),
  );
  return chosen === null || days.includes(chosen) ? days : [...days, chosen].sort();
}

/** 'Full' if the day's windows are taken, 'Busy' where it may be the only pro who is asked, 'Too late' if none is ahead by the clock; null if one can be
 *  chosen. */
export function whyNot(day: string, { byDay, daysAhead, isForOne }: Schedule): WhyNot | null {
  if (byDay.has(day)) return null;
  if (!daysAhead.has(day)) return 'Too late';
  return isForOne ? 'Busy' : 'Full';
}

const instead: Record<WhyNot, string> = {
  Full: 'Today is full.',
  Busy: 'There is no time left today.',
  'Too late': 'Nothing is left today.',
};

/** 'Today is full. Earliest: Sunday 09:00', while the first day with a window is shown in place of today. */
export function insteadOfToday(schedule: Schedule, shown: string | null): string | null {
  const { today, byDay } = schedule;
  const why = whyNot(today, schedule);
  const first = shown !== null && shown === firstFreeDay(schedule) ? byDay.get(shown)?.[0] : undefined;
  if (shown === null || why === null || !first) return null;
  const name = formatDay(shown);
  const day = shown < addDays(today, DAYS_IN_STRIP) ? name.slice(0, name.indexOf(' ')) : `${name},`;
  return `${instead[why]} Earliest: ${day} ${asLondon(first.start).clock}`;
}

export type SlotBadge = 'Earliest' | 'Recommended' | 'Cheaper' | 'Evening';

/** The one badge of a slot. A PRIORITY slot is the earliest only if it is the first of its day that is free. */
export function badgeOf(slot: TimeSlot, isFirst: boolean): SlotBadge | null {
  if (slot.tierHint === 'PRIORITY' && isFirst) return 'Earliest';
  if (slot.isRecommended) return 'Recommended';
  if (slot.tierHint === 'ECONOMY') return 'Cheaper';
  return asLondon(slot.start).clock >= EVENING_FROM ? 'Evening' : null;
}

/** Emergency clears the slot and the service level; ASAP clears the slot and selects today if it has slots. */
export function chooseUrgency(
  urgency: Urgency,
  draft: BookingDraft,
  day: string | null,
  { today, byDay }: Schedule,
): Chosen {
  if (urgency === 'EMERGENCY')
    return {
      day: null,
      // It is priced by its call-out alone, so the web never sends another level with it.
      change: { ...noSlot, urgency, tier: 'STANDARD' },
    };
  if (urgency === 'ASAP') return { day: byDay.has(today) ? today : null, change: { ...noSlot, urgency } };
  const wasEmergency = draft.timeSlotId === EMERGENCY_SLOT.id;
  return { day, change: wasEmergency ? { ...noSlot, urgency } : { urgency } };
}

/** How soon it is, as it looks: ASAP while another day than today is shown is not. */
export function shownUrgency(urgency: Urgency, day: string | null, today: string): Urgency {
  return day === null ? urgency : urgencyFor(day, urgency, today);
}

/** ASAP is for today: another day makes it SCHEDULED. A slot on another day is cleared. */
export function chooseDay(day: string, draft: BookingDraft, { today }: Schedule): Chosen {
  const slotDay = draft.timeSlotStart && asLondon(draft.timeSlotStart).day;
  return {
    day,
    change: { ...(slotDay === day ? {} : noSlot), urgency: urgencyFor(day, draft.urgency, today) },
  };
}

/** Selecting the chosen slot again deselects it. */
export function chooseSlot(slot: TimeSlot, draft: BookingDraft, { today }: Schedule): Chosen {
  const { day } = asLondon(slot.start);
  if (draft.timeSlotId === slot.id) return { day, change: noSlot };
  return {
    day,
    change: {
      urgency: urgencyFor(day, draft.urgency, today),
      timeSlotId: slot.id,
      timeSlotLabel: formatSlot(slot.start, slot.end),
      timeSlotStart: slot.start,
      timeSlotEnd: slot.end,
      selectedSlotPriceDelta: slot.priceDelta,
    },
  };
}

function urgencyFor(day: string, urgency: Urgency, today: string): Urgency {
  return urgency === 'ASAP' && day !== today ? 'SCHEDULED' : urgency;
}

/** What has happened to the draft's slot, judged by the slots that are free now; null if nothing changed. `gone` clears it. */
export function checkSlot(
  draft: BookingDraft,
  slots: readonly TimeSlot[],
): { gone: boolean; change: Partial<BookingDraft> } | null {
  const { timeSlotId, timeSlotStart } = draft;
  if (!timeSlotId || timeSlotId === EMERGENCY_SLOT.id) return null;
  const found = slots.find((slot) => slot.id === timeSlotId);
  // When a day becomes today its slot ids are assigned again, so compare the start as well.
  const same = found && timeSlotStart && sameMoment(found.start, timeSlotStart);
  if (!found || !same) return { gone: true, change: noSlot };
  if (found.priceDelta === draft.selectedSlotPriceDelta) return null;
  return { gone: false, change: { selectedSlotPriceDelta: found.priceDelta } };
}

function sameMoment(one: string, other: string): boolean {
  const [a, b] = [asLondon(one), asLondon(other)];
  return a.day === b.day && a.clock === b.clock;
}

/** 'Review & Pay' needs the slots to be loaded and, except in an emergency, a day and a slot to be chosen. */
export function canContinue(draft: BookingDraft, day: string | null, loading: boolean): boolean {
  if (loading) return false;
  if (draft.urgency === 'EMERGENCY') return true;
  return day !== null && draft.timeSlotId !== undefined && draft.timeSlotId !== EMERGENCY_SLOT.id;
}

/** What 'Review & Pay' stores for an emergency. */
export function emergencyChange(): Partial<BookingDraft> {
  return {
    ...noSlot,
    timeSlotId: EMERGENCY_SLOT.id,
    timeSlotLabel: EMERGENCY_SLOT.label,
    tier: 'STANDARD',
  };
}
