import type { BookingStatus } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { Badge } from '@/ui';

/** A job's status in one word. Its words are the client's, but for those of a job that is nobody's yet, which speak to the client. */
export function JobStatus({ status }: { status: BookingStatus }) {
  const { word, tone } = factsOf(status);
  return <Badge tone={tone}>{ownWords[status] ?? word}</Badge>;
}

const ownWords: Partial<Record<BookingStatus, string>> = {
  pending: 'Pending',
  accepted: 'Waiting for the client',
};
