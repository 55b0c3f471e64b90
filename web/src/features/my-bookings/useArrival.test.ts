import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { booking } from './testing';
import { useArrival } from './useArrival';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-24T11:00:00Z') }));
afterEach(() => vi.useRealTimers());

const master_location = { lat: 51.5, lng: -0.1, label: 'about 15 min', seen_at: '2026-11-24T10:59:50Z' };

it('is the server’s label until there has been no position for two minutes', () => {
  const { result } = renderHook(() => useArrival({ ...booking, status: 'en_route', master_location }));
  expect(result.current).toBe('about 15 min');
  act(() => vi.advanceTimersByTime(100_000));
  expect(result.current).toBe('about 15 min');
  act(() => vi.advanceTimersByTime(30_000));
  expect(result.current).toBe('Last seen 2 min ago');
});

it('is unknown unless the pro is on the way', () => {
  for (const change of [{ status: 'in_progress', master_location }, { status: 'en_route' }] as const) {
    const { result } = renderHook(() => useArrival({ ...booking, ...change }));
    expect(result.current).toBeUndefined();
  }
});
