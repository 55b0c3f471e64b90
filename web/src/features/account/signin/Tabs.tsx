// Tabs that follow the ARIA practices: arrow keys switch tabs, Tab moves on into the panel.
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { cx } from '@/ui';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  panel: ReactNode;
}

export interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly Tab<Value>[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

export function Tabs<Value extends string>({ label, tabs, chosen, onChoose }: TabsProps<Value>) {
  const id = useId();
  const idOf = (value: Value, part: 'tab' | 'panel') => `${id}-${value}-${part}`;

  function move(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const index = tabs.findIndex((tab) => tab.value === chosen);
    const next = step && tabs[(index + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChoose(next.value);
    document.getElementById(idOf(next.value, 'tab'))?.focus();
  }

  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className="grid auto-cols-fr grid-flow-col gap-1 rounded-medium bg-sunk p-1"
      >
        {tabs.map(({ value, label: name }) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={idOf(value, 'tab')}
            aria-selected={value === chosen}
            aria-controls={idOf(value, 'panel')}
            tabIndex={value === chosen ? 0 : -1}
            onClick={() => onChoose(value)}
            onKeyDown={move}
            className={cx(
              'min-h-11 rounded-[9px] border px-1.5 text-s font-semibold leading-tight transition-colors',
              value === chosen
                ? 'border-line-strong bg-surface text-ink'
                : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ value, panel }) => (
        <div
          key={value}
          role="tabpanel"
          id={idOf(value, 'panel')}
          aria-labelledby={idOf(value, 'tab')}
          hidden={value !== chosen}
        >
          {/* Hidden rather than removed, so that its input is still there when switching back. */}
          {panel}
        </div>
      ))}
    </>
  );
}
