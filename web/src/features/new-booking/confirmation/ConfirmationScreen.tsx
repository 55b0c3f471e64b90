// After the last step: the booking as the server has it, who was told, and the links to follow it. The steps are done, so none are drawn.
import { Navigate } from 'react-router';
import { wasGivenUp } from '@/shared/bookingWords';
import { paths } from '@/shared/paths';
import { useClient } from '@/shared/session';
import { BookingLayout, ButtonLink, Foot, useIsDesk } from '@/ui';
import { useDraft } from '../draft';
import { BookingSummary } from './BookingSummary';
import { type Page, pageOf } from './pages';
import { useAfterBooking } from './useAfterBooking';
import { usePolledBooking } from './usePolledBooking';
import { useSource } from './useSource';

/** One layout for every state, so that its heading keeps the focus while the booking loads. */
export function Component() {
  const draft = useDraft();
  const source = useSource();
  const polled = usePolledBooking(source);
  const settled = polled.state === 'settled' ? polled.booking : undefined;
  const isGivenUp = settled !== undefined && wasGivenUp(settled);
  useAfterBooking(isGivenUp ? undefined : settled);
  // On a phone the status comes before the docket.
  const desk = useIsDesk();
  // The draft is still to be paid, or another tab has booked it: the payment step says which.
  if (isGivenUp && (settled.cancel_reason === 'replaced' || draft.bookingId === settled.id))
    return <Navigate to={paths.booking.payment} replace state={{ hasEnded: true }} />;
  const { title, hasError, status, view, next, children } = pageOf(draft, source, polled);
  return (
    <BookingLayout
      title={title}
      hasError={hasError}
      asideOnPhone="hidden"
      aside={view && <BookingSummary view={view} />}
      foot={next && <Foot action={<Next {...next} />} />}
    >
      <div role="status" className="grid gap-4 empty:-mt-4 desk:gap-5 desk:empty:-mt-5">
        {status}
      </div>
      {view && !desk && <BookingSummary view={view} />}
      {children}
    </BookingLayout>
  );
}

function Next({ to, label }: NonNullable<Page['next']>) {
  const client = useClient();
  return <ButtonLink to={to}>{label ?? (client ? 'View My Booking' : 'Open live status')}</ButtonLink>;
}
