// What this browser still knows of the bookings while the server cannot be reached.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { whatBookingsChange } from '@/api/keys';
import { useWaitingItems } from '@/shared/outbox/items';
import { notSentText } from '@/shared/outbox/words';
import { paths } from '@/shared/paths';
import { lastSeen, type SeenBooking, windowOf } from '@/shared/seenBookings';
import { endSession, forgetGuest, useSession } from '@/shared/session';
import { Banner, Button, ButtonLink, Dialog, DocketRow } from '@/ui';
import { copyLink } from '@/ui/copyLink';
import { giveUp } from '@/ui/outbox/steps';
import { StatusBadge } from './StatusBadge';

/** One booking as it was last seen; in a list it links to its page. */
export function SeenBookingCard({ booking, to }: { booking: SeenBooking; to?: string }) {
  const { id, guestToken } = booking;
  return (
    <section className="docket grid gap-3" aria-label={`Booking ${id}`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-s font-[650] text-muted">{lastSeen(booking)}</p>
        <StatusBadge status={booking.status} inList />
      </div>
      <dl className="grid gap-2.5">
        <DocketRow name="Booking ID" value={id} />
        <DocketRow name="When" value={windowOf(booking)} />
        <DocketRow name="Address" value={`${booking.address}, ${booking.postcode.replace(' ', '\u00a0')}`} />
      </dl>
      {(to || guestToken) && (
        <div className="flex flex-wrap gap-2">
          {to && (
            <ButtonLink to={to} look="quiet" size="small">
              Open
              <span className="sr-only"> {id}</span>
            </ButtonLink>
          )}
          {guestToken && (
            <Button
              look="plain"
              size="small"
              className="-ml-3.5"
              onClick={() => void copyLink(paths.guest(guestToken))}
            >
              Copy my booking link
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** For guests, who have no logout. */
export function ForgetDevice() {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isSignedIn = useSession() !== null;
  const waiting = useWaitingItems();
  if (isSignedIn) return null;

  function forget() {
    giveUp(waiting);
    forgetGuest();
    endSession('logout');
    for (const queryKey of whatBookingsChange) queryClient.removeQueries({ queryKey });
    navigate(paths.landing);
  }
  return (
    <>
      <Button
        look="plain"
        size="small"
        className="-ml-3.5 justify-self-start self-start"
        onClick={() => setAsking(true)}
      >
        Forget this device
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Forget this device?"
        description="Your bookings stay as they are. To see them again you need your booking link, or to sign in."
        actions={
          <>
            <Button onClick={forget}>Forget this device</Button>
            <Button look="quiet" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </>
        }
      >
        {waiting.length > 0 && (
          <Banner tone="warn">{notSentText(waiting)}. Forgetting this device deletes what waits.</Banner>
        )}
      </Dialog>
    </>
  );
}
