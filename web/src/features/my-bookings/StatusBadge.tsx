import { factsOf } from '@/shared/bookingStatus';
import { Badge } from '@/ui';

interface StatusBadgeProps {
  status: string;
  /** In a list it has a shorter word for some. */
  inList?: boolean;
}

export function StatusBadge({ status, inList = false }: StatusBadgeProps) {
  const { word, listed = word, tone } = factsOf(status);
  return <Badge tone={tone}>{inList ? listed : word}</Badge>;
}
