// Tabs that follow the ARIA practices: arrow keys, Home and End switch tabs, Tab moves on into the panel.
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { cx } from '@/ui';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  panel: ReactNode;
}

export interface TabsProps<Value extends string> {
  label: string;
  /** A single one is shown without a tab. */
  tabs: readonly Tab<Value>[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

export function Tabs<Value extends string>({ label, tabs, chosen, onChoose }: TabsProps<Value>) {
  const id = useId();
  const idOf = (value: Value, part: 'tab' | 'panel') => `${id}-${value}-${part}`;

  function move(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab.value === chosen);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length);
    if (!tab) return;
    event.preventDefault();
    onChoose(tab.value);
    document.getElementById(idOf(tab.value, 'tab'))?.focus();
  }

  const isChoice = tabs.length > 1;
  return (
    <>
      {isChoice && (
        <div
          role="tablist"
          aria-label={label}
          className="side-by-side rounded-medium bg-sunk p-1 text-s [--needed:13em]"
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
                'min-h-11 rounded-[9px] border px-1.5 font-semibold leading-tight transition-colors',
                value === chosen
                  ? 'border-line-strong bg-surface text-ink'
                  : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      {tabs.map(({ value, panel }) => (
        <div
          key={value}
          id={idOf(value, 'panel')}
          {...(isChoice && { role: 'tabpanel', 'aria-labelledby': idOf(value, 'tab') })}
          hidden={value !== chosen}
        >
          {/* Hidden rather than removed, so that its input is still there when switching back. */}
          {panel}
        </div>
      ))}
    </>
  );
}
