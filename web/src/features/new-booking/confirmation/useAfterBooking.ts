// Once there is a booking, starts matching (once per booking) and clears the draft.
import { useEffect } from 'react';
import { startMatching } from '@/api/bookings';
import type { Booking } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { readStored, writeStored } from '@/shared/storage';
import { getDraft, resetDraft } from '../draft';

export function useAfterBooking(booking: Booking | undefined): void {
  const { id, status } = booking ?? {};
  useEffect(() => {
    if (!id || !status) return;
    if (factsOf(status).canStartSearch) startMatchingOnce(id);
    // A draft begun since then is left alone.
    if (getDraft().bookingId === id) resetDraft();
  }, [id, status]);
}

function startMatchingOnce(bookingId: string): void {
  const flag = `callout.matching.${bookingId}`;
  if (readStored(flag)) return;
  writeStored(flag, '1');
  startMatching(bookingId).catch((error: unknown) => console.warn('Matching was not started.', error));
}
