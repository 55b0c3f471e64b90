import { CircleCheck, CircleMinus, Clock } from 'lucide-react';
import type { MasterProfile } from '@/api/types';
import { Badge } from '@/ui';

/** Whether jobs can reach the pro: switched on and verified. */
export function AvailabilityBadge({ profile: { status, isActive } }: { profile: MasterProfile }) {
  if (!isActive) return <Badge icon={<CircleMinus aria-hidden="true" className="size-4" />}>Offline</Badge>;
  if (status === 'waiting')
    return (
      <Badge tone="warn" icon={<Clock aria-hidden="true" className="size-4" />}>
        Waiting
      </Badge>
    );
  return (
    <Badge tone="good" icon={<CircleCheck aria-hidden="true" className="size-4" />}>
      Online
    </Badge>
  );
}
