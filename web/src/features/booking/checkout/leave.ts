// What sends the client away from the checkout: a window that is gone, a job that cannot be booked, a booking that is already made.
import type { NavigateFunction } from 'react-router';
import { type ApiProblem, hasCode } from '@/api/problem';
import { paths } from '@/shared/paths';
import { toast } from '@/ui';
import { type BookingDraft, updateDraft } from '../draft';

/** Takes the client where the problem is solved, with words; false when it can be solved here. */
export function leaveFor(error: unknown, navigate: NavigateFunction): boolean {
  if (hasCode(error, 'slot_gone')) {
    chooseAnotherTime('That time has just gone. Please choose another one.', navigate);
    return true;
  }
  if (hasCode(error, 'invalid_combination')) {
    chooseAnotherTime(error.detail, navigate);
    return true;
  }
  if (hasCode(error, 'already_paid') || hasCode(error, 'already_booked')) {
    const id = bookingIdIn(error);
    if (!id) return false;
    updateDraft({ bookingId: id });
    navigate(paths.booking.confirmation({ booking_id: id }), { replace: true });
    return true;
  }
  return false;
}

/** Back to the time step, the old window forgotten. */
export function chooseAnotherTime(words: string, navigate: NavigateFunction): void {
  updateDraft({
    timeSlotId: undefined,
    timeSlotLabel: undefined,
    timeSlotStart: undefined,
    timeSlotEnd: undefined,
    selectedSlotPriceDelta: undefined,
  });
  toast(words, { duration: 8000, tone: 'bad' });
  navigate(paths.booking.time, { replace: true, state: { notice: 'slot-gone' } });
}

function bookingIdIn(error: ApiProblem): string | null {
  const id = error.body.bookingId;
  return typeof id === 'string' ? id : null;
}

/** Danger that nothing can be booked for (gas), or not yet (the power is still on): the first step says what to do. */
export function mustNotBook(draft: BookingDraft): boolean {
  const estimate = draft.estimationResult;
  if (estimate?.mode !== 'danger') return false;
  return estimate.problem_type !== 'lights' || !draft.powerOff;
}
