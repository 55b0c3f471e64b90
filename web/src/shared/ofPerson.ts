// Lists that are kept in this browser for the one person who uses it: what was seen of bookings and jobs. Nobody else is shown them.
import { type Check, isList, isShape, isText } from './checks';
import { createStore, type Store } from './createStore';
import { getSession, guestId, onPersonChange, onSessionEnd } from './session';
import { readStored, removeStored, writeStored } from './storage';

export interface OfPerson<Item> extends Pick<Store<readonly Item[]>, 'use'> {
  /** Those of the person who uses this browser now; the same list for as long as nothing changes. */
  items: () => readonly Item[];
  /** Keeps these instead, for the person who is here. */
  write: (items: readonly Item[]) => void;
  forget: () => void;
  /** For what was only seen: a session that has expired hides it until the same person comes back; every other end, and anybody else, wipes it. */
  wipeWithSession: () => void;
}

interface Options<Item> {
  /** Where in storage. */
  key: string;
  isItem: Check<Item>;
  /** What is not kept any longer. */
  isOver?: (item: Item) => boolean;
}

interface Kept<Item> {
  person: string;
  items: readonly Item[];
}

/** Whose things this browser shows now. Whoever only opened a guest link has no name. */
export function personHere(): string {
  return getSession()?.id ?? guestId() ?? 'link';
}

export function keptOfPerson<Item>({ key, isItem, isOver = () => false }: Options<Item>): OfPerson<Item> {
  const none: readonly Item[] = [];
  const isKept: Check<Kept<Item>> = isShape<Kept<Item>>({ person: isText(300), items: isList(isItem) });
  let last: { raw: string | null; kept: Kept<Item> | null } = { raw: null, kept: null };
  const store = createStore(items);

  function read(): Kept<Item> | null {
    const raw = readStored(key);
    if (raw !== last.raw) last = { raw, kept: parsed(raw) };
    if (last.kept?.items.some(isOver)) last = { raw, kept: withoutOver(last.kept) };
    return last.kept;
  }

  function parsed(raw: string | null): Kept<Item> | null {
    try {
      const value: unknown = JSON.parse(raw ?? 'null');
      return isKept(value) ? value : null;
    } catch {
      return null;
    }
  }

  const withoutOver = (kept: Kept<Item>) => ({ ...kept, items: kept.items.filter((item) => !isOver(item)) });

  function items(): readonly Item[] {
    const kept = read();
    return kept?.person === personHere() ? kept.items : none;
  }

  function write(kept: Kept<Item>): void {
    const { items } = withoutOver(kept);
    if (items.length === 0) removeStored(key);
    else writeStored(key, JSON.stringify({ person: kept.person, items }));
    store.changed();
  }

  function forget(): void {
    removeStored(key);
    store.changed();
  }

  if (typeof window !== 'undefined') {
    // Storage too keeps nothing that is over, even if nobody looks at it any more.
    const kept = read();
    if (kept) write(kept);
    // The key is null when storage was cleared entirely.
    window.addEventListener('storage', (event) => {
      if (event.key === null || event.key === key) store.changed();
    });
    onPersonChange(store.changed);
  }

  return {
    use: store.use,
    items,
    write: (items) => write({ person: personHere(), items }),
    forget,
    wipeWithSession: () => {
      onSessionEnd((how) => {
        if (how !== 'expired') forget();
      });
      onPersonChange(() => {
        if (getSession() && read()?.person !== personHere()) forget();
      });
    },
  };
}
