import { expect, it, vi } from 'vitest';
import { anySignal } from './anySignal';

it.each(['with', 'without'])('aborts with the first of its signals, %s AbortSignal.any', (how) => {
  if (how === 'without') vi.stubGlobal('AbortSignal', class {});
  const [one, other] = [new AbortController(), new AbortController()];
  const either = anySignal([one.signal, other.signal]);
  expect(either.aborted).toBe(false);
  other.abort('over');
  one.abort('too late');
  expect(either.reason).toBe('over');
  expect(anySignal([new AbortController().signal, other.signal]).reason).toBe('over');
});
