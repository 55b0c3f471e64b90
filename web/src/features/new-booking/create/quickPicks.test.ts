import { describe, expect, it } from 'vitest';
import { isPicked, quickFixAfterTyping, quickPicks, togglePick } from './quickPicks';

const leak = quickPicks[0]!;
const drain = quickPicks[1]!;
const tap = quickPicks.find((pick) => pick.quickFix === 'replace_tap')!;

describe('quick picks', () => {
  it('include two quick fixes, which send their code', () => {
    expect(quickPicks.flatMap((pick) => pick.quickFix ?? [])).toEqual(['clear_trap', 'replace_tap']);
  });

  it('write their text, replace each other, and are removed when pressed again', () => {
    const first = togglePick(leak, { description: '' });
    expect(first.description).toBe('Leak or tap');
    expect(isPicked(leak, first)).toBe(true);
    const second = togglePick(drain, first);
    expect(second.description).toBe('Blocked drain');
    expect(isPicked(leak, second)).toBe(false);
    expect(togglePick(drain, second).description).toBe('');
  });

  it('keep what was typed', () => {
    const typed = { description: 'under the sink since Sunday' };
    const picked = togglePick(leak, typed);
    expect(picked.description).toBe('Leak or tap: under the sink since Sunday');
    expect(togglePick(tap, picked)).toEqual({
      description: 'Replace a tap: under the sink since Sunday',
      quickFix: 'replace_tap',
    });
    expect(togglePick(leak, picked).description).toBe(typed.description);
  });

  it('are not quick fixes when typed by hand, or once their text is changed', () => {
    expect(isPicked(tap, { description: 'Replace a tap' })).toBe(false);
    expect(quickFixAfterTyping('Replace a tap in the kitchen', 'replace_tap')).toBe('replace_tap');
    expect(quickFixAfterTyping('Replace a tape', 'replace_tap')).toBeUndefined();
    expect(quickFixAfterTyping('Blocked sink', 'replace_tap')).toBeUndefined();
  });
});
