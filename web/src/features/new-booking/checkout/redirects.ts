// Problems that lead away from the checkout: a slot that is gone, a job that cannot be booked, a booking that already exists.
import type { NavigateFunction } from 'react-router';
import { type ApiProblem, hasCode } from '@/api/problem';
import { refreshBook } from '@/pricing';
import { paths } from '@/shared/paths';
import { toast } from '@/ui';
import { type BookingDraft, resetDraft, updateDraft } from '../draft';

/** Leads to where the problem can be solved and says why; false if it can be solved here. */
export function redirectOn(error: unknown, navigate: NavigateFunction): boolean {
  if (hasCode(error, 'slot_gone')) {
    chooseAnotherTime('That time has just gone. Please choose another one.', navigate);
    return true;
  }
  if (hasCode(error, 'invalid_combination') || hasCode(error, 'pro_unavailable')) {
    chooseAnotherTime(error.detail, navigate);
    return true;
  }
  if (hasCode(error, 'danger_question') || hasCode(error, 'out_of_scope')) {
    // The server may have a newer price book, by which this browser asks or refuses, too.
    void refreshBook();
    toast(error.code === 'out_of_scope' ? error.detail : 'One question about your safety comes first.', {
      tone: 'warn',
    });
    describeAnew(navigate);
    return true;
  }
  if (hasCode(error, 'already_paid') || hasCode(error, 'already_booked')) {
    const id = bookingIdIn(error);
    if (!id) return false;
    // The guard then says so, with a link to the booking.
    updateDraft({ bookingId: id });
    resetDraft();
    return true;
  }
  return false;
}

/** The job itself is in question: what is known of it is dropped, and the first step asks, or says that it is not ours. */
export function describeAnew(navigate: NavigateFunction): void {
  updateDraft({ estimationResult: undefined, problemType: undefined });
  navigate(paths.booking.create, { replace: true });
}

/** Clears the slot and goes back to the time step, which says why beside the slots. */
export function chooseAnotherTime(message: string, navigate: NavigateFunction): void {
  updateDraft({
    timeSlotId: undefined,
    timeSlotLabel: undefined,
    timeSlotStart: undefined,
    timeSlotEnd: undefined,
    selectedSlotPriceDelta: undefined,
  });
  navigate(paths.booking.time, { replace: true, state: { notice: message } });
}

function bookingIdIn(error: ApiProblem): string | null {
  const id = error.body.bookingId;
  return typeof id === 'string' ? id : null;
}

/** Whether danger rules out a booking: always for gas, and for electrics while the power is on. The first step says what to do. */
export function isBookingBlocked(draft: BookingDraft): boolean {
  const estimate = draft.estimationResult;
  if (estimate?.mode !== 'danger') return false;
  return estimate.problem_type !== 'lights' || !draft.powerOff;
}
