// The free slots grouped by day: start and end, badge, price difference.
import type { TimeSlot } from '@/api/types';
import { formatDay, formatWindow } from '@/shared/london';
import { formatSlotDelta } from '@/shared/money';
import { Badge, cx, Skeleton } from '@/ui';

export interface SlotListProps {
  groups: readonly { day: string; slots: readonly TimeSlot[] }[];
  selectedId: string | undefined;
  onSelect: (slot: TimeSlot) => void;
}

export function SlotList({ groups, selectedId, onSelect }: SlotListProps) {
  return (
    <>
      {groups.map(({ day, slots }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} className="mb-2 text-s font-[650] tracking-normal">
            {formatDay(day)}
          </h2>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5 sm:grid-cols-2">
            {slots.map((slot) => (
              <li key={slot.id}>
                <SlotButton slot={slot} selected={slot.id === selectedId} onSelect={onSelect} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function SlotButton({
  slot,
  selected,
  onSelect,
}: {
  slot: TimeSlot;
  selected: boolean;
  onSelect: (slot: TimeSlot) => void;
}) {
  const { priceDelta } = slot;
  return (
    <button
      type="button"
      data-slot={slot.id}
      aria-pressed={selected}
      onClick={() => onSelect(slot)}
      className={cx(
        'num flex h-full min-h-[54px] w-full items-center gap-2.5 rounded-medium border-[1.5px] px-3.5 py-2 text-left transition-colors max-[359px]:gap-1.5 max-[359px]:px-2.5',
        selected ? 'border-action bg-action-soft' : 'border-line bg-surface hover:border-line-strong',
      )}
    >
      <span className="font-[650] whitespace-nowrap">{formatWindow(slot.start, slot.end)}</span>
      <span className="flex min-w-min flex-1 flex-wrap gap-1.5">
        {slot.isRecommended && <Badge tone="copper">Recommended</Badge>}
        {slot.tierHint === 'PRIORITY' && <Badge>Earliest</Badge>}
        {slot.tierHint === 'ECONOMY' && <Badge tone="good">Cheaper</Badge>}
      </span>
      <span
        className={cx(
          'text-right text-s',
          priceDelta === 0 ? 'text-muted' : 'font-[650] whitespace-nowrap',
          priceDelta < 0 && 'text-good',
        )}
      >
        {formatSlotDelta(priceDelta)}
      </span>
    </button>
  );
}

/** As large as a day's four slots. */
export function SlotListSkeleton() {
  return (
    <div>
      <Skeleton className="mb-2 h-[21px] w-44" label="Loading time slots" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 sm:grid-cols-2">
        {['a', 'b', 'c', 'd'].map((place) => (
          <Skeleton key={place} className="h-[54px]" />
        ))}
      </div>
    </div>
  );
}
