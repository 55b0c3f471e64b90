// The rules of the time step, as pure functions from a choice to the changes it makes.
import type { TimeSlot, Urgency } from '@/api/types';
import { asLondon, formatSlot } from '@/shared/london';
import type { BookingDraft } from '../draft';

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
}

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

/** Emergency clears the slot and Economy; ASAP clears the slot and selects today if it has slots. */
export function chooseUrgency(
  urgency: Urgency,
  draft: BookingDraft,
  day: string | null,
  { today, byDay }: Schedule,
): Chosen {
  if (urgency === 'EMERGENCY')
    return {
      day: null,
      change: { ...noSlot, urgency, tier: draft.tier === 'ECONOMY' ? 'STANDARD' : draft.tier },
    };
  if (urgency === 'ASAP') return { day: byDay.has(today) ? today : null, change: { ...noSlot, urgency } };
  const wasEmergency = draft.timeSlotId === EMERGENCY_SLOT.id;
  return { day, change: wasEmergency ? { ...noSlot, urgency } : { urgency } };
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
  return { ...noSlot, timeSlotId: EMERGENCY_SLOT.id, timeSlotLabel: EMERGENCY_SLOT.label };
}
