// A day's free slots as radio buttons: window, badge, full price and price difference. Choosing the chosen one again deselects it.
import type { TimeSlot } from '@/api/types';
import { formatWindow } from '@/shared/london';
import { formatPence, formatSlotDelta } from '@/shared/money';
import { Badge, cx, Skeleton, type Tone } from '@/ui';
import { badgeOf, type SlotBadge } from './schedule';
import type { SlotTotals } from './useYourPrice';

export interface SlotListProps {
  slots: readonly TimeSlot[];
  /** The id of the heading that names their day. */
  labelledBy: string;
  totals: SlotTotals;
  selectedId: string | undefined;
  /** What is said of a slot that costs the same; 'Base price' unless there is a booking to compare with. */
  samePrice?: string;
  onSelect: (slot: TimeSlot) => void;
}

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-2.5';
const tones: Record<SlotBadge, Tone> = {
  Earliest: 'neutral',
  Recommended: 'copper',
  Cheaper: 'good',
  Evening: 'neutral',
};

export function SlotList({ slots, labelledBy, totals, selectedId, samePrice, onSelect }: SlotListProps) {
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} className={grid}>
      {slots.map((slot, index) => (
        <SlotOption
          key={slot.id}
          slot={slot}
          badge={badgeOf(slot, index === 0)}
          total={totals.get(slot.priceDelta)}
          selected={slot.id === selectedId}
          samePrice={samePrice}
          onSelect={() => onSelect(slot)}
        />
      ))}
    </div>
  );
}

interface SlotOptionProps {
  slot: TimeSlot;
  badge: SlotBadge | null;
  /** In pence; undefined without an instant price. */
  total: number | undefined;
  selected: boolean;
  samePrice: string | undefined;
  onSelect: () => void;
}

function SlotOption({ slot, badge, total, selected, samePrice, onSelect }: SlotOptionProps) {
  const time = formatWindow(slot.start, slot.end);
  const price = total === undefined ? null : formatPence(total);
  const delta = samePrice && slot.priceDelta === 0 ? samePrice : formatSlotDelta(slot.priceDelta);
  return (
    <label
      className={cx(
        'num relative flex min-h-[3.75rem] flex-wrap items-center gap-x-2.5 rounded-medium border-[1.5px] px-3.5 py-2 transition-colors',
        'has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-1',
        selected ? 'border-action bg-action-soft' : 'border-line bg-surface hover:border-line-strong',
      )}
    >
      <input
        type="radio"
        name="slot"
        data-slot={slot.id}
        aria-label={[time, price, delta, badge].filter(Boolean).join(', ')}
        checked={selected}
        className="absolute inset-0 m-0 size-full cursor-[inherit] opacity-0"
        onChange={onSelect}
        onClick={() => selected && onSelect()}
      />
      <span className="flex min-w-0 flex-1 basis-26 flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="font-[650] whitespace-nowrap">{time}</span>
        {badge && <Badge tone={tones[badge]}>{badge}</Badge>}
      </span>
      <span className="ml-auto text-right leading-tight whitespace-nowrap">
        {price && <span className="block font-[650]">{price}</span>}
        <span className={cx('block text-xs', slot.priceDelta < 0 ? 'text-good' : 'text-muted')}>{delta}</span>
      </span>
    </label>
  );
}

const FEW = 'Few pros work then';
const NONE = 'No pro near you works then yet. You pay nothing unless one accepts.';

/** One line under the chosen window: a hint, where there are few. Nothing is hidden because of it. */
export function ProsThen({ slot }: { slot: Pick<TimeSlot, 'pros'> | undefined }) {
  const text = slot?.pros === 'none' ? NONE : slot?.pros === 'few' ? FEW : null;
  return (
    <p role="status" className="text-s text-muted empty:hidden">
      {text}
    </p>
  );
}

/** As large as a day's four slots. */
export function SlotListSkeleton() {
  return (
    <div className={grid}>
      <Skeleton className="h-[3.75rem]" label="Loading time slots" />
      {['b', 'c', 'd'].map((place) => (
        <Skeleton key={place} className="h-[3.75rem]" />
      ))}
    </div>
  );
}
