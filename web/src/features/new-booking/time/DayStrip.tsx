// The next 7 days as radio buttons in a row that scrolls inside itself, for phones.
import { memo, useEffect, useRef } from 'react';
import { formatDay } from '@/shared/london';
import { cx } from '@/ui';
import { type Schedule, stripDays, type WhyNot, whyNot } from './schedule';

export interface DayStripProps {
  schedule: Schedule;
  selected: string | null;
  /** The days are there before it is known which of them have windows. */
  known: boolean;
  onSelect: (day: string) => void;
}

export const DayStrip = memo(function DayStrip({ schedule, selected, known, onSelect }: DayStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  // Wherever the day was chosen, it is in view.
  useEffect(() => {
    const chosen = selected && strip.current?.querySelector<HTMLElement>(`[data-day="${selected}"]`);
    if (chosen) chosen.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [selected]);
  return (
    <div
      ref={strip}
      role="radiogroup"
      aria-label="Day"
      className="-m-1 flex gap-2 overflow-x-auto overscroll-x-contain scroll-px-1 p-1 [scrollbar-width:none]"
    >
      {stripDays(schedule, selected).map((day) => (
        <DayOption
          key={day}
          day={day}
          isToday={day === schedule.today}
          why={known ? whyNot(day, schedule) : null}
          disabled={!known || !schedule.byDay.has(day)}
          selected={day === selected}
          onSelect={() => onSelect(day)}
        />
      ))}
    </div>
  );
});

interface DayOptionProps {
  day: string;
  isToday: boolean;
  /** Why it can't be chosen. */
  why: WhyNot | null;
  disabled: boolean;
  selected: boolean;
  onSelect: () => void;
}

function DayOption({ day, isToday, why, disabled, selected, onSelect }: DayOptionProps) {
  return (
    <label
      data-day={day}
      className={cx(
        'num relative grid min-h-[4.5rem] w-[3.25rem] shrink-0 grow content-center justify-items-center rounded-medium border-[1.5px] leading-tight transition-colors',
        'has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-1',
        selected ? 'border-action bg-action text-on-action' : 'border-line',
        why ? 'bg-sunk text-muted' : !selected && 'bg-surface',
        !disabled && !selected && 'hover:border-line-strong',
      )}
    >
      <input
        type="radio"
        name="day"
        aria-label={[formatDay(day), isToday && 'today', why?.toLowerCase()].filter(Boolean).join(', ')}
        checked={selected}
        disabled={disabled}
        className="absolute inset-0 m-0 size-full cursor-[inherit] opacity-0"
        onChange={onSelect}
      />
      <span className="text-xs">{isToday ? 'Today' : formatDay(day, 'short').slice(0, 3)}</span>
      <span className="text-l font-bold">{Number(day.slice(8))}</span>
      <span className="min-h-[1lh] text-xs leading-none">{why}</span>
    </label>
  );
}
