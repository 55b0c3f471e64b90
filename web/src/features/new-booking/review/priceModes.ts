// Which ways there are to a price, the usual one first.
import { useState } from 'react';
import { asLondon, londonWallClock } from '@/shared/london';
import { serverNow } from '@/shared/session';
import type { DraftPrice, PriceMode } from '../checkout';
import type { BookingDraft } from '../draft';

/** Pros may name prices until 12 hours before the slot begins, and need 2 hours for it; in milliseconds. */
const TIME_TO_NAME = (12 + 2) * 60 * 60 * 1000;

/** Whether pros still have the time to name prices for it, by the server's clock. Emergencies and ASAP jobs are offered at once. */
export function hasTimeToName({ urgency, timeSlotStart }: BookingDraft, now: number): boolean {
  if (urgency !== 'SCHEDULED' || !timeSlotStart) return true;
  const { day, clock } = asLondon(timeSlotStart);
  return `${day}T${clock}` > londonWallClock(now + TIME_TO_NAME);
}

/** The choice of the screen, which falls back to the usual way when the chosen one is no longer there. */
export function usePriceMode(draft: BookingDraft, { isOpen }: DraftPrice) {
  const [chosen, choose] = useState<PriceMode>();
  const modes = modesFor(isOpen, hasTimeToName(draft, serverNow()));
  const mode = chosen && modes.includes(chosen) ? chosen : modes[0];
  return { modes, mode, choose };
}

function modesFor(isOpen: boolean, hasTime: boolean): readonly [PriceMode, ...PriceMode[]] {
  if (!isOpen) return ['AGREE', 'CUSTOM'];
  return hasTime ? ['OPEN', 'CUSTOM'] : ['CUSTOM'];
}
