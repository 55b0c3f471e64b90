// Whether the client area's sidebar is hidden: the person's choice, kept in this browser.
import { useSyncExternalStore } from 'react';
import { readStored, removeStored, writeStored } from './storage';

const KEY = 'callout.hide-sidebar';
const listeners = new Set<() => void>();

function isHidden(): boolean {
  return readStored(KEY) === '1';
}

export function hideSidebar(hidden: boolean): void {
  if (hidden) writeStored(KEY, '1');
  else removeStored(KEY);
  for (const listener of listeners) listener();
}

export function useSidebarHidden(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isHidden);
}
