import { CircleX, Hourglass, Search, TriangleAlert, UserCheck, Wrench } from 'lucide-react';
import { Badge, cx, type Tone } from '@/ui';
import { type MatchStatus, matchAppearance } from './matchStatus';

const icons: Record<MatchStatus, typeof Search> = {
  ASSIGNED: UserCheck,
  SEARCHING: Search,
  PENDING_ACCEPT: Hourglass,
  NO_RESPONSE: TriangleAlert,
  CANCELLED: CircleX,
  OTHER: Wrench,
};

const bubbles: Partial<Record<Tone, string>> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  neutral: 'bg-sunk text-muted',
};

/** The state of the search, by word, icon and colour together. */
export function MatchHeadline({ match }: { match: MatchStatus }) {
  const appearance = matchAppearance[match];
  const Icon = icons[match];
  return (
    <div className="flex items-center gap-3.5">
      <span className={cx('grid size-12 shrink-0 place-items-center rounded-full', bubbles[appearance.tone])}>
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <div className="min-w-0">
        <h2 className="text-xl">{appearance.headline}</h2>
        {appearance.headline !== appearance.label && <Badge tone={appearance.tone}>{appearance.label}</Badge>}
      </div>
    </div>
  );
}
