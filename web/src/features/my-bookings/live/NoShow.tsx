// Reporting that the pro did not come: offered from the time on at which the server takes it.
import { useState } from 'react';
import { problemText } from '@/api/problem';
import { reportNoShow } from '@/api/search';
import type { BookingEvent } from '@/api/types';
import type { LiveBooking } from '@/shared/live/useBooking';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { useHasPassed } from '@/shared/useHasPassed';
import { Banner, Button, Dialog, toast } from '@/ui';
import { lateFrom } from './noShow';
import { useBookingChange } from './useBookingChange';

export interface NoShowProps {
  booking: LiveBooking;
  bookingRef: BookingRef;
  events: readonly BookingEvent[];
}

export function NoShow({ booking, bookingRef, events }: NoShowProps) {
  const [isAsking, setAsking] = useState(false);
  const isLate = useHasPassed(lateFrom(booking, events));
  if (!isLate) return null;
  return (
    <>
      <Button look="row" size="small" onClick={() => setAsking(true)}>
        Report that your pro didn't come
      </Button>
      {isAsking && (
        <NoShowDialog booking={booking} bookingRef={bookingRef} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

interface NoShowDialogProps extends Pick<NoShowProps, 'booking' | 'bookingRef'> {
  onClose: () => void;
}

function NoShowDialog({ booking, bookingRef, onClose }: NoShowDialogProps) {
  const report = useBookingChange(bookingRef, (capability) => reportNoShow(booking.id, capability), {
    onDone: () => toast('Reported. The booking is cancelled.'),
  });
  const isCash = booking.payment_method === 'cash';
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      busy={report.isPending}
      title="Your pro didn't come?"
      description={`We cancel the booking and tell the pro. ${isCash ? 'You pay nothing.' : 'Everything you paid is refunded.'}`}
      actions={
        <>
          <Button look="danger" busy={report.isPending} busyText="Reporting…" onClick={() => report.mutate()}>
            Report and cancel
          </Button>
          <Button look="quiet" disabled={report.isPending} onClick={onClose}>
            Keep booking
          </Button>
        </>
      }
    >
      {report.error && (
        <Banner tone="bad" role="alert">
          {problemText(report.error, 'It could not be reported. Please try again.')}
        </Banner>
      )}
    </Dialog>
  );
}
