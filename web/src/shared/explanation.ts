// What a description was read as, for people: 'We read: boiler, not working.' The words are the lexicon's own.
import type { Explained } from '@/api/types';

const SHOWN: readonly string[] = ['keyword', 'type', 'sign'] satisfies Explained['kind'][];

/** 'We read: boiler, not working.', or null where nothing of that kind was read. */
export function readAs(explanation: readonly Explained[] | undefined): string | null {
  const shown = (explanation ?? []).filter(({ kind }) => SHOWN.includes(kind));
  // A type is named by its code.
  const words = shown.map(({ kind, entry }) => (kind === 'type' ? entry.replaceAll('_', ' ') : entry));
  return words.length === 0 ? null : `We read: ${[...new Set(words)].join(', ')}.`;
}
