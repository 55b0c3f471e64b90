import {
  CircleCheck,
  CircleX,
  Hourglass,
  Search,
  TriangleAlert,
  Truck,
  UserCheck,
  Wrench,
} from 'lucide-react';
import { cx, type Tone } from '@/ui';
import { type MatchStatus, matchAppearance } from './matchStatus';

const icons: Record<MatchStatus, typeof Search> = {
  ASSIGNED: UserCheck,
  SEARCHING: Search,
  PENDING_ACCEPT: Hourglass,
  PENDING_PRICES: Hourglass,
  PENDING_ONE: Hourglass,
  WAITING_FOR_YOU: Hourglass,
  EN_ROUTE: Truck,
  IN_PROGRESS: Wrench,
  COMPLETED: CircleCheck,
  NO_RESPONSE: TriangleAlert,
  CANCELLED: CircleX,
};

const bubbles: Record<Tone, string> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  copper: 'bg-copper-soft text-copper',
  neutral: 'bg-sunk text-muted',
  action: 'bg-action-soft text-action',
};

/** Where the booking stands, by word, icon and colour together. */
export function MatchHeadline({ match, trade }: { match: MatchStatus; trade: string }) {
  const { headline, tone } = matchAppearance(match, trade);
  const Icon = icons[match];
  return (
    <div className="flex items-center gap-3">
      <span className={cx('grid size-11 shrink-0 place-items-center rounded-full', bubbles[tone])}>
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <h2 className="min-w-0 text-m font-[650]">{headline}</h2>
    </div>
  );
}
