import { factsOf } from '@/shared/bookingStatus';
import { Badge } from '@/ui';

/** The booking's status in one word, as lists, details and overview show it. */
export function StatusBadge({ status }: { status: string }) {
  const { word, tone } = factsOf(status);
  return <Badge tone={tone}>{word}</Badge>;
}
