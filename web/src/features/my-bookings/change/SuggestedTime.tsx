import { whenOf } from '@/shared/bookingWords';
import type { LiveBooking } from '@/shared/live/useBooking';
import { asLondon, formatSlot } from '@/shared/london';
import { formatPence } from '@/shared/money';
import { Banner } from '@/ui';

/** Another time that waits for the pro, or for its payment. */
export function SuggestedTime({ booking }: { booking: LiveBooking }) {
  const text = suggestionText(booking);
  return (
    <div role="status" className="empty:hidden">
      {text && <Banner tone="action">{text}</Banner>}
    </div>
  );
}

export function suggestionText(booking: LiveBooking): string | null {
  const { suggested_time: suggested, payment_due: due } = booking;
  if (!suggested) return null;
  const { start, end } = suggested.timeslot;
  const until = asLondon(suggested.until).clock;
  const slot = formatSlot(start, end);
  if (suggested.accepted && due)
    return `Your pro has accepted ${slot}. Pay ${formatPence(due.amountPence)} by ${until}. Until then ${whenOf(booking)} stands.`;
  return `You suggested ${slot}. Your pro has until ${until} to answer. Until then ${whenOf(booking)} stands.`;
}
