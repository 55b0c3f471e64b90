// That the pro is late, or at the door, for whoever looks at the booking then.
import type { BookingEvent, BookingStatus } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import type { LiveBooking } from '@/shared/live/useBooking';
import { asLondon } from '@/shared/london';
import { Banner } from '@/ui';

const says: Record<string, string> = {
  at_the_door:
    'Your pro is at your door. Please let them in. If nobody answers, they may tell us after 15 minutes that nobody is at home.',
  here: 'Your pro says they are here. Please let them in.',
  not_home:
    "Your pro told us that nobody is at home. Please let them in or call them. We'll decide what happens about the visit and let you know.",
};

/** What ends it: another step, another time, or that the visit goes on. */
const ends = new Set(['assigned', 'en_route', 'rescheduled', 'visit_goes_on']);

interface AtTheDoorProps {
  status: BookingStatus;
  events: readonly BookingEvent[];
  late?: LiveBooking['running_late'];
}

export function AtTheDoor({ status, events, late }: AtTheDoorProps) {
  const last = events.findLast(({ type }) => type in says || ends.has(type))?.type;
  const isComing = factsOf(status).isProComing;
  const text = isComing ? (says[last ?? ''] ?? (late && lateText(late))) : undefined;
  return (
    <div role="status" className="empty:-mt-4 desk:empty:-mt-5">
      {text && <Banner tone="warn">{text}</Banner>}
    </div>
  );
}

function lateText({ minutes, saidAt, until }: NonNullable<LiveBooking['running_late']>): string {
  return `Your pro is running about ${minutes} minutes late: they expect to be there by ${asLondon(until).clock} (said at ${asLondon(saidAt).clock}).`;
}
