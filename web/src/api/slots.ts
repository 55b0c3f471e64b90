import { call } from './client';
import type { TimeSlot } from './types';

export interface SlotsQuery {
  postcode: string;
  cheaper: boolean;
  draftId: string;
  /** Has each window say how many pros there are. */
  problemType?: string | undefined;
  gasWork?: boolean | undefined;
  /** Token of an invitation: only when its pro could come. */
  invitation?: string | undefined;
}

/** Free arrival windows from today to 30 days ahead; the place held by this draft counts as free. */
export function fetchSlots(query: SlotsQuery, signal?: AbortSignal): Promise<TimeSlot[]> {
  return call('/slots', { query: { ...query }, signal, timeout: 8000 });
}
