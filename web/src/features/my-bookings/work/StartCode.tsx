// The code by which the pro begins, as a part of a card: shown from assignment until the work has begun, and never behind a share link.
import { useState } from 'react';
import { renewStartCode } from '@/api/bookings';
import { problemText } from '@/api/problem';
import type { LiveBooking } from '@/shared/live/useBooking';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { Banner, Button, Dialog } from '@/ui';
import { Problem } from '@/ui/Problem';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { useBookingChange } from '../live/useBookingChange';

const TITLE = 'start-code';

interface StartCodeProps {
  booking: LiveBooking;
  bookingRef: BookingRef;
}

export function StartCode({ booking, bookingRef }: StartCodeProps) {
  const { start_code: code, start_code_locked: isLocked } = booking;
  if (!code) return null;
  return (
    <section aria-labelledby={TITLE} className="grid gap-2 border-t border-line p-4">
      <h2 id={TITLE} tabIndex={-1} className="text-m">
        Start code
      </h2>
      <div role="status">
        {isLocked ? (
          <Banner tone="warn">
            The code was typed wrong too often. Make a new one when your pro is with you.
          </Banner>
        ) : (
          <Digits code={code} />
        )}
      </div>
      {isLocked ? (
        <NewCode id={booking.id} bookingRef={bookingRef} />
      ) : (
        <p className="text-s text-muted">
          Show this code to your pro when they arrive. Never give it out by phone.
        </p>
      )}
    </section>
  );
}

/** Read out one by one. */
function Digits({ code }: { code: string }) {
  return (
    <p>
      <span aria-hidden="true" className="num text-[2.5rem] leading-tight font-[750] tracking-[0.25em]">
        {code}
      </span>
      <span className="sr-only">{[...code].join(' ')}</span>
    </p>
  );
}

function NewCode({ id, bookingRef }: { id: string; bookingRef: BookingRef }) {
  const [isAsking, setAsking] = useState(false);
  const renewal = useBookingChange(bookingRef, (capability) => renewStartCode(id, capability));
  const shown = useFocusHandedTo<HTMLDivElement>(TITLE);
  return (
    <div ref={shown} className="grid">
      <Button look="quiet" size="small" onClick={() => setAsking(true)}>
        New code
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        busy={renewal.isPending}
        title="Make a new code?"
        description="Your pro begins with it. Show it only to the person at your door."
        actions={
          <>
            <Button busy={renewal.isPending} busyText="Making…" onClick={() => renewal.mutate()}>
              Make a new code
            </Button>
            <Button look="quiet" disabled={renewal.isPending} onClick={() => setAsking(false)}>
              Not now
            </Button>
          </>
        }
      >
        <Problem
          text={renewal.error && problemText(renewal.error, "We couldn't make a new code. Please try again.")}
        />
      </Dialog>
    </div>
  );
}
