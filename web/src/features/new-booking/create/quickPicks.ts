// The quick picks. Two are quick fixes with a price of their own, sent by code. The others only put their text into the description, so that
// a job has the same price whether it was picked or typed. In this order they take three rows on a phone, not four.

export interface QuickPick {
  label: string;
  quickFix?: string;
}

export const quickPicks: readonly QuickPick[] = [
  { label: 'Leak or tap' },
  { label: 'Blocked drain' },
  { label: 'Boiler' },
  { label: 'Clear a blocked trap', quickFix: 'clear_trap' },
  { label: 'Socket' },
  { label: 'Replace a tap', quickFix: 'replace_tap' },
];

export interface Described {
  description: string;
  quickFix?: string | undefined;
}

/** A pick is pressed while the description begins with its text (and, for a quick fix, its code is set). */
export function isPicked(pick: QuickPick, now: Described): boolean {
  return beginsWith(now.description, pick.label) && now.quickFix === pick.quickFix;
}

/** Puts a pick's text in front of the description, replacing another pick's; if it is already there, removes it. */
export function togglePick(pick: QuickPick, now: Described): Described {
  const picked = quickPicks.find((other) => isPicked(other, now));
  const own = picked ? now.description.slice(picked.label.length).replace(/^\s*:?\s*/, '') : now.description;
  if (picked === pick) return { description: own, quickFix: undefined };
  return {
    description: own.trim() ? `${pick.label}: ${own}` : pick.label,
    quickFix: pick.quickFix,
  };
}

/** Editing a quick fix's text ends its special price. */
export function quickFixAfterTyping(description: string, quickFix: string | undefined): string | undefined {
  const pick = quickPicks.find((other) => other.quickFix !== undefined && other.quickFix === quickFix);
  return pick && beginsWith(description, pick.label) ? quickFix : undefined;
}

function beginsWith(description: string, label: string): boolean {
  if (!description.startsWith(label)) return false;
  const next = description.charAt(label.length);
  return next === '' || /[\s:,.]/.test(next);
}
