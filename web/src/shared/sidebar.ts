// Whether the client area's sidebar is hidden: the person's choice, kept in this browser.
import { createStore } from './createStore';
import { readStored, removeStored, writeStored } from './storage';

const KEY = 'callout.hide-sidebar';
const store = createStore(() => readStored(KEY) === '1');

export function hideSidebar(hidden: boolean): void {
  if (hidden) writeStored(KEY, '1');
  else removeStored(KEY);
  store.changed();
}

export const useSidebarHidden = store.use;
