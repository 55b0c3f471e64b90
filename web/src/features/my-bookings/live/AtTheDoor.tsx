// That the pro is at the door of a client who does not open, for whoever looks at the booking then.
import type { BookingEvent, BookingStatus } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { Banner } from '@/ui';

const says: Record<string, string> = {
  at_the_door:
    'Your pro is at your door and nobody is answering. Please let them in. After 15 minutes they may tell us that nobody is at home.',
  not_home:
    "Your pro told us that nobody is at home. Please let them in or call them. We'll decide what happens about the visit and let you know.",
};

/** What ends it: another step, another time, or that the visit goes on. */
const ends = new Set(['assigned', 'en_route', 'rescheduled', 'visit_goes_on']);

interface AtTheDoorProps {
  status: BookingStatus;
  events: readonly BookingEvent[];
}

export function AtTheDoor({ status, events }: AtTheDoorProps) {
  const last = events.findLast(({ type }) => type in says || ends.has(type))?.type;
  const text = factsOf(status).isProComing ? says[last ?? ''] : undefined;
  return (
    <div role="status" className="empty:-mt-4 desk:empty:-mt-5">
      {text && <Banner tone="warn">{text}</Banner>}
    </div>
  );
}
