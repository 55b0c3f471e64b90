import type { EarnableBadge } from '@/api/badges';
import { Badge } from './Badge';
import { badgeIcon } from './badgeIcon';

/** A badge that a pro has earned. What Callout has checked is green, what was achieved is copper. */
export function EarnedBadge({ badge: { icon, title } }: { badge: EarnableBadge }) {
  const Icon = badgeIcon(icon);
  const isChecked = ['verified', 'insured', 'gas_safe'].includes(icon);
  return (
    <Badge tone={isChecked ? 'good' : 'copper'} icon={<Icon aria-hidden="true" className="size-4" />}>
      {title}
    </Badge>
  );
}
