import { useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { badgesQuery } from '@/api/badges';
import type { MasterProfile } from '@/api/types';
import { Badge } from '@/ui';
import { EarnedBadge } from '@/ui/EarnedBadge';

/** Beside the pro's name. 'Verified' comes with the profile and means that jobs can come; the others appear once they are known. */
export function EarnedBadges({ profile: { masterId, status } }: { profile: MasterProfile }) {
  const { data = [] } = useQuery(badgesQuery(masterId));
  const others = data.filter(({ icon, earned }) => earned && icon !== 'verified');
  return (
    <ul aria-label="Badges" className="flex flex-wrap gap-2 empty:hidden">
      {status === 'active' && (
        <li>
          <Badge tone="good" icon={<BadgeCheck aria-hidden="true" className="size-4" />}>
            Verified
          </Badge>
        </li>
      )}
      {others.map((badge) => (
        <li key={badge.title}>
          <EarnedBadge badge={badge} />
        </li>
      ))}
    </ul>
  );
}
