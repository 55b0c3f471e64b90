import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MatchingLine } from './MatchingLine';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-20T10:20:00Z') }));
afterEach(() => vi.useRealTimers());

const until = '2026-11-20T10:31:00+00:00';

it.each([
  [{ wave: 2, asked: 8, radiusKm: 15, until }, "We've asked 8 pros within 15 km. Until 10:31."],
  [{ wave: 1, asked: 1, radiusKm: 10, until }, "We've asked 1 pro within 10 km. Until 10:31."],
  [
    { wave: 0, asked: 0, radiusKm: 0, until },
    "There's no pro nearby to ask yet. We keep looking until 10:31.",
  ],
  [
    { wave: 1, asked: 3, radiusKm: 10, until: '2026-11-23T23:00:00+00:00' },
    "We've asked 3 pros within 10 km. Until Mon\u00a023\u00a0Nov, 23:00.",
  ],
  [
    { wave: 0, asked: 0, radiusKm: 0, until, onlyAsked: 'Sam O.' },
    "Only Sam O., who suggested it, is asked. If they don't take it by 10:31, it is cancelled and you pay nothing.",
  ],
  [undefined, ''],
])('%o', (matching, sentence) => {
  const { container } = render(<MatchingLine matching={matching} />);
  expect(container.textContent).toBe(sentence);
});
