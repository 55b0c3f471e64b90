// The month calendar: 42 cells, Monday first. It is one tab stop; arrows, Home, End, PageUp and PageDown move within it. Days that cannot be
// booked can still be focused, so that a screen reader can say why.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { addDays, formatDay, formatMonth } from '@/shared/london';
import { cx, IconButton } from '@/ui';
import { addMonths, DAYS_AHEAD, dayAfterKey, monthCells, monthOf } from './calendar';
import { isFew, type Schedule } from './schedule';

export interface MonthCalendarProps {
  schedule: Schedule;
  selected: string | null;
  holidays: ReadonlyMap<string, string>;
  /** No day can be chosen while slots are loading. */
  disabled: boolean;
  /** As a card of its own; without, to fill a popup. */
  framed?: boolean;
  onSelect: (day: string) => void;
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export const MonthCalendar = memo(function MonthCalendar(props: MonthCalendarProps) {
  const { schedule, selected, holidays, disabled, framed = true, onSelect } = props;
  const { today, byDay } = schedule;
  const last = addDays(today, DAYS_AHEAD);
  const [month, setMonth] = useState(monthOf(selected ?? today));
  const [focusDay, setFocusDay] = useState(selected ?? today);
  const moved = useRef(false);
  const grid = useRef<HTMLTableElement>(null);
  const cells = monthCells(month);

  // Show the month of a day that was chosen elsewhere (the list, ASAP).
  const [shown, setShown] = useState(selected);
  if (shown !== selected) {
    setShown(selected);
    if (selected) {
      setMonth(monthOf(selected));
      setFocusDay(selected);
    }
  }

  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${focusDay}"]`)?.focus();
  });

  function show(next: string) {
    setMonth(next);
    // Keep the tab stop on a visible day.
    const first = `${next}-01`;
    setFocusDay(next === monthOf(today) ? today : first);
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = dayAfterKey(event.key, focusDay, today, last);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    moved.current = true;
    setFocusDay(next);
    setMonth(monthOf(next));
  }

  // Only days that somebody can pick; all that may become one while slots are loading.
  const pickable = (day: string) => (disabled ? day >= today && day <= last : byDay.has(day));
  const named = [...holidays].filter(([day]) => monthOf(day) === month && pickable(day));
  return (
    <section aria-label="Calendar" className={framed ? 'card px-3.5 pt-2.5 pb-3' : '-mx-2'}>
      <div className="flex items-center justify-between">
        <IconButton
          label="Previous month"
          icon={<ChevronLeft aria-hidden="true" className="size-5" />}
          disabled={disabled || month <= monthOf(today)}
          onClick={() => show(addMonths(month, -1))}
        />
        <h2 aria-live="polite" className="text-m tracking-normal">
          {formatMonth(month)}
        </h2>
        <IconButton
          label="Next month"
          icon={<ChevronRight aria-hidden="true" className="size-5" />}
          disabled={disabled || month >= monthOf(last)}
          onClick={() => show(addMonths(month, 1))}
        />
      </div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the date grid of the ARIA patterns: a table whose cells hold buttons
        role="grid"
        aria-label={formatMonth(month)}
        className="num w-full table-fixed text-center text-s"
      >
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name} className="pb-0.5 text-xs font-normal text-muted">
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {[0, 7, 14, 21, 28, 35].map((week) => (
            <tr key={cells[week]}>
              {cells.slice(week, week + 7).map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  outside={monthOf(day) !== month}
                  count={day < today || day > last ? 0 : (byDay.get(day)?.length ?? 0)}
                  isToday={day === today}
                  selected={day === selected}
                  holiday={holidays.get(day)}
                  disabled={disabled}
                  tabStop={!disabled && day === focusDay}
                  onSelect={onSelect}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Legend />
      {named.map(([day, name]) => (
        <p key={day} className="mt-1 text-xs text-muted">
          <span aria-hidden="true">* </span>
          {formatDay(day, 'short')}: {name}, bank holiday, same prices
        </p>
      ))}
    </section>
  );
});

interface DayCellProps {
  day: string;
  outside: boolean;
  count: number;
  isToday: boolean;
  selected: boolean;
  holiday: string | undefined;
  disabled: boolean;
  tabStop: boolean;
  onSelect: (day: string) => void;
}

function DayCell(props: DayCellProps) {
  const { day, outside, count, isToday, selected, holiday, disabled, tabStop, onSelect } = props;
  const bookable = !disabled && count > 0;
  const few = isFew(count) && !disabled;
  const state = count === 0 ? 'not available' : few ? 'few slots' : 'available';
  const label = [formatDay(day), isToday && 'today', holiday && `${holiday} (bank holiday)`, state]
    .filter(Boolean)
    .join(', ');
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes the focus
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid above
    <td role="gridcell" aria-selected={selected} className="p-0">
      <button
        type="button"
        data-day={day}
        aria-label={label}
        aria-disabled={!bookable}
        aria-current={isToday ? 'date' : undefined}
        tabIndex={tabStop ? 0 : -1}
        onClick={() => bookable && onSelect(day)}
        className={cx(
          'relative mx-auto grid min-h-11 w-full max-w-14 place-items-center rounded-[10px] font-[550]',
          selected
            ? 'bg-action text-on-action'
            : bookable
              ? 'border-[1.5px] border-line-strong hover:bg-action-soft'
              : 'cursor-default font-normal text-muted',
          !bookable && !selected && (outside ? 'opacity-50' : 'opacity-75'),
          isToday && !selected && 'underline decoration-2 underline-offset-4',
        )}
      >
        {Number(day.slice(8))}
        {few && (
          <span
            aria-hidden="true"
            className={cx(
              'absolute bottom-1 size-[5px] rounded-full',
              selected ? 'bg-on-action' : 'bg-copper',
            )}
          />
        )}
        {holiday && (
          <span aria-hidden="true" className="absolute top-1 right-[18%] text-xs leading-none">
            *
          </span>
        )}
      </button>
    </td>
  );
}

function Legend() {
  return (
    <ul aria-label="Legend" className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-[3px] bg-action" />
        Selected
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-[3px] border-[1.5px] border-line-strong" />
        Available
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-1.5 rounded-full bg-copper" />
        Few slots
      </li>
    </ul>
  );
}
