// The quick picks. Two are quick fixes with a price of their own and send their code; the others only write their words into the
// description, so that no two ways of saying the same thing have two prices (decisions.md section 3).

export interface QuickPick {
  words: string;
  quickFix?: string;
}

export const quickPicks: readonly QuickPick[] = [
  { words: 'Leak or tap' },
  { words: 'Blocked drain' },
  { words: 'Boiler' },
  { words: 'Socket' },
  { words: 'Replace a tap', quickFix: 'replace_tap' },
  { words: 'Clear a blocked trap', quickFix: 'clear_trap' },
];

export interface Described {
  description: string;
  quickFix?: string | undefined;
}

/** A pick stays pressed while the description begins with its words (and, for a quick fix, its code is set). */
export function isPicked(pick: QuickPick, now: Described): boolean {
  return beginsWith(now.description, pick.words) && now.quickFix === pick.quickFix;
}

/** Writes a pick's words in front of what was typed, in the place of another pick's; pressed again, takes them out. */
export function togglePick(pick: QuickPick, now: Described): Described {
  const picked = quickPicks.find((other) => isPicked(other, now));
  const own = picked ? now.description.slice(picked.words.length).replace(/^\s*:?\s*/, '') : now.description;
  if (picked === pick) return { description: own, quickFix: undefined };
  return {
    description: own.trim() ? `${pick.words}: ${own}` : pick.words,
    quickFix: pick.quickFix,
  };
}

/** Typing over a quick fix's words takes its price away with them. */
export function quickFixAfterTyping(description: string, quickFix: string | undefined): string | undefined {
  const pick = quickPicks.find((other) => other.quickFix !== undefined && other.quickFix === quickFix);
  return pick && beginsWith(description, pick.words) ? quickFix : undefined;
}

function beginsWith(description: string, words: string): boolean {
  if (!description.startsWith(words)) return false;
  const next = description.charAt(words.length);
  return next === '' || /[\s:,.]/.test(next);
}
