// The time step's rules (first document, sections 4 and 5; decisions.md section 4), as functions from what is chosen to what changes.
import type { TimeSlot, Urgency } from '@/api/types';
import { asLondon, formatSlot } from '@/shared/london';
import type { BookingDraft } from '../draft';

/** Stored as the slot of an emergency. */
export const EMERGENCY_SLOT = { id: 'EMERGENCY_NOW', label: 'Emergency call-out ASAP' } as const;

export interface Chosen {
  /** The calendar's day, or null. */
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
  /** London's today. */
  today: string;
  /** Windows by day, in their order; days without any are not in it. */
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

/** 1 or 2 windows are 'few'; 3 or more are normal. */
export function isFew(count: number): boolean {
  return count === 1 || count === 2;
}

/** Emergency clears the slot, and Economy with it; ASAP clears the slot and selects today if it has windows. */
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
  const hadNone = draft.timeSlotId === EMERGENCY_SLOT.id;
  return { day, change: hadNone ? { ...noSlot, urgency } : { urgency } };
}

/** ASAP is for today: another day makes it SCHEDULED. A slot of another day is let go. */
export function chooseDay(day: string, draft: BookingDraft, { today }: Schedule): Chosen {
  const slotDay = draft.timeSlotStart && asLondon(draft.timeSlotStart).day;
  return {
    day,
    change: { ...(slotDay === day ? {} : noSlot), urgency: urgencyFor(day, draft.urgency, today) },
  };
}

/** A selected slot clicked again is deselected. */
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

/** What has become of the draft's slot among the windows that are free now: null when nothing changed. `gone` lets it go. */
export function checkSlot(
  draft: BookingDraft,
  slots: readonly TimeSlot[],
): { gone: boolean; change: Partial<BookingDraft> } | null {
  const { timeSlotId, timeSlotStart } = draft;
  if (!timeSlotId || timeSlotId === EMERGENCY_SLOT.id) return null;
  const found = slots.find((slot) => slot.id === timeSlotId);
  // An id means another window once its day has become today: the start decides.
  const same = found && timeSlotStart && sameMoment(found.start, timeSlotStart);
  if (!found || !same) return { gone: true, change: noSlot };
  if (found.priceDelta === draft.selectedSlotPriceDelta) return null;
  return { gone: false, change: { selectedSlotPriceDelta: found.priceDelta } };
}

function sameMoment(one: string, other: string): boolean {
  const [a, b] = [asLondon(one), asLondon(other)];
  return a.day === b.day && a.clock === b.clock;
}

/** 'Review & Pay' waits for the windows and, except in an emergency, for a day and a slot. */
export function canContinue(draft: BookingDraft, day: string | null, loading: boolean): boolean {
  if (loading) return false;
  if (draft.urgency === 'EMERGENCY') return true;
  return day !== null && draft.timeSlotId !== undefined && draft.timeSlotId !== EMERGENCY_SLOT.id;
}

/** What 'Review & Pay' stores of an emergency. */
export function emergencyChange(): Partial<BookingDraft> {
  return { ...noSlot, timeSlotId: EMERGENCY_SLOT.id, timeSlotLabel: EMERGENCY_SLOT.label };
}
