import type { BookingStatus } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { Badge } from '@/ui';

/** A job's status in one word. Its words are the client's, but where those speak to the client. */
export function JobStatus({ status }: { status: BookingStatus }) {
  const { word, tone } = factsOf(status);
  return <Badge tone={tone}>{ownWords[status] ?? word}</Badge>;
}

const ownWords: Partial<Record<BookingStatus, string>> = {
  pending: 'Pending',
  accepted: 'Waiting for the client',
  assigned: 'Assigned',
};
