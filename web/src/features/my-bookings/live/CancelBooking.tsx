// Cancelling a booking: shows what it costs first.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelBooking, fetchCancellation } from '@/api/cancellation';
import { keys, whatBookingsChange } from '@/api/keys';
import { problemText } from '@/api/problem';
import { factsOf } from '@/shared/bookingStatus';
import { capabilityOf, type LiveBooking } from '@/shared/live/useBooking';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { formatPence } from '@/shared/money';
import { Banner, Button, Dialog, Skeleton, toast } from '@/ui';

export interface CancelBookingProps {
  booking: LiveBooking;
  bookingRef: BookingRef;
  label?: string;
  look?: 'danger' | 'danger-row';
}

export function CancelBooking({
  booking,
  bookingRef,
  label = 'Cancel booking',
  look = 'danger-row',
}: CancelBookingProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look={look} size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <CancelDialog booking={booking} bookingRef={bookingRef} onClose={() => setOpen(false)} />}
    </>
  );
}

const FREE = 'Free: ';

function isFreeReason(reason: string): boolean {
  return reason.startsWith(FREE);
}

/** 'Cancelling now is free: no pro has been assigned yet.' */
function freeText(reason: string): string {
  return isFreeReason(reason)
    ? `Cancelling now is free: ${reason.slice(FREE.length)}`
    : 'Cancelling now is free.';
}

/** Nothing was charged yet. */
function isOnlyHeld({ card, status }: LiveBooking): boolean {
  return card ? card.money === 'held' || card.money === 'released' : factsOf(status).money !== 'charged';
}

interface CancelDialogProps {
  booking: LiveBooking;
  bookingRef: BookingRef;
  onClose: () => void;
}

function CancelDialog({ booking, bookingRef, onClose }: CancelDialogProps) {
  const queryClient = useQueryClient();
  const cost = useQuery({
    queryKey: keys.cancellation(booking.id),
    queryFn: ({ signal }) => fetchCancellation(booking.id, capabilityOf(bookingRef), signal),
    // The fee rises with time, so never use a cached one.
    gcTime: 0,
    staleTime: 0,
  });
  const cancel = useMutation({
    // The server computes the fee when the booking is cancelled. If it has changed, show the new fee instead of cancelling.
    mutationFn: async () => {
      const shown = cost.data?.feePence;
      const { data: now } = await cost.refetch({ throwOnError: true });
      if (now?.feePence !== shown) return false;
      await cancelBooking(booking.id, bookingRef.guestToken);
      return true;
    },
    onSuccess: async (isCancelled) => {
      if (!isCancelled) return;
      onClose();
      toast('Booking cancelled');
      await Promise.all(whatBookingsChange.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  });
  const failure = cancel.error ?? cost.error;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      busy={cancel.isPending}
      title="Cancel this booking?"
      actions={
        <>
          <Button
            look="danger"
            disabled={!cost.data}
            busy={cancel.isPending}
            busyText="Cancelling…"
            onClick={() => cancel.mutate()}
          >
            {cost.data?.feePence ? `Cancel booking for ${formatPence(cost.data.feePence)}` : 'Cancel booking'}
          </Button>
          <Button look="quiet" disabled={cancel.isPending} onClick={onClose}>
            Keep booking
          </Button>
        </>
      }
    >
      {cost.isPending && <Skeleton className="h-16" label="Loading the cost" />}
      {cost.data && (
        <div className="grid gap-1">
          <p className="num text-l font-[700]">
            {cost.data.feePence > 0
              ? `Cancelling now costs ${formatPence(cost.data.feePence)}.`
              : freeText(cost.data.reason)}
          </p>
          {!isFreeReason(cost.data.reason) && <p className="text-muted">{cost.data.reason}</p>}
          {cost.data.refundPence > 0 && (
            <p className="num text-muted">
              {formatPence(cost.data.refundPence)} {isOnlyHeld(booking) ? 'is never charged' : 'is refunded'}.
            </p>
          )}
        </div>
      )}
      <p role="status" className="font-[550] empty:-mt-3">
        {cancel.data === false && 'The cost has just changed. Nothing has been cancelled yet.'}
      </p>
      {failure && (
        <Banner tone="bad" role="alert">
          {problemText(failure, 'The booking could not be cancelled. Please try again.')}
        </Banner>
      )}
    </Dialog>
  );
}
