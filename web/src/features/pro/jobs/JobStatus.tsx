import type { BookingStatus } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { Badge } from '@/ui';

/** A job's status in one word. Its words are the client's, but for the one that speaks to the client. */
export function JobStatus({ status }: { status: BookingStatus }) {
  const { word, tone } = factsOf(status);
  return <Badge tone={tone}>{status === 'accepted' ? 'Waiting for the client' : word}</Badge>;
}
