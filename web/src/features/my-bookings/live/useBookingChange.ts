import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Capability } from '@/api/bookings';
import { keys, whatBookingsChange } from '@/api/keys';
import { ApiProblem } from '@/api/problem';
import type { Booking } from '@/api/types';
import { capabilityOf } from '@/shared/live/useBooking';
import type { BookingRef } from '@/shared/live/useBookingRef';

interface Told<Input> {
  /** Also called when the part of the page that asked is gone by then. */
  onDone?: (input: Input) => void;
  onRefused?: (problem: ApiProblem) => void;
}

/** A call that changes the booking. What it answers is shown at once; when it is refused, the booking is fetched again, since it may have moved
 *  on. */
export function useBookingChange<Input = void>(
  ref: BookingRef,
  change: (capability: Capability, input: Input) => Promise<Booking>,
  { onDone, onRefused }: Told<Input> = {},
) {
  const queryClient = useQueryClient();
  const refresh = () => {
    for (const queryKey of whatBookingsChange) void queryClient.invalidateQueries({ queryKey });
  };
  return useMutation({
    mutationFn: (input: Input) => change(capabilityOf(ref), input),
    onSuccess: (booking, input) => {
      queryClient.setQueryData(keys.booking.one(ref), booking);
      onDone?.(input);
      refresh();
    },
    onError: (error) => {
      if (!(error instanceof ApiProblem)) return;
      onRefused?.(error);
      refresh();
    },
  });
}
