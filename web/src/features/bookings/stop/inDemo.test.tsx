// The demonstration has nobody who could stop a job.
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderAt } from '@/test/render';
import { booking } from '../testing';
import { StopJob } from './StopJob';

const demo = vi.hoisted(() => ({ isDemo: true }));
vi.mock('@/shared/demo', () => demo);

const bookingRef = { id: 'C-1', guestToken: undefined, shareToken: undefined, intent: undefined };

it.each([true, false])('offers no button in the demonstration (%s)', (isDemo) => {
  demo.isDemo = isDemo;
  renderAt(<StopJob booking={{ ...booking, status: 'in_progress' }} bookingRef={bookingRef} />, '/');
  expect(screen.queryAllByRole('button', { name: 'Ask us to stop the job' })).toHaveLength(isDemo ? 0 : 1);
});
