// Asking to stop a job that has begun, and what became of it.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Booking } from '@/api/types';
import { startSession } from '@/shared/session';
import { fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { booking } from '../testing';
import { StopJob, StopSaid } from './StopJob';

const STOP = 'POST /api/bookings/C-1/stop';
const owner = { id: 'C-1', guestToken: undefined, shareToken: undefined, intent: undefined };
const working: Booking = { ...booking, id: 'C-1', status: 'in_progress' };
const why = 'They fit the wrong tap.';

beforeEach(() => startSession(token()));
const user = userEvent.setup({ delay: null });
const press = (name: string) => user.click(screen.getByRole('button', { name }));

it('asks for a sentence and sends it', async () => {
  const api = fakeApi({ [STOP]: () => ({ json: { ...working, stop: { text: why } } }) });
  renderAt(<StopJob booking={working} bookingRef={owner} />, '/');
  await press('Ask us to stop the job');
  await press('Send');
  expect(await screen.findByText('Please write at least 10 characters.')).toBeInTheDocument();
  expect(api.of(STOP)).toHaveLength(0);
  await user.type(screen.getByLabelText(/^What happened/), why);
  await press('Send');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(api.of(STOP)[0]?.body).toEqual({ text: why });
});

it('keeps what was typed when it is refused', async () => {
  fakeApi({ [STOP]: () => problem(409, 'not_in_progress', { detail: 'The work has ended.' }) });
  renderAt(<StopJob booking={working} bookingRef={owner} />, '/');
  await press('Ask us to stop the job');
  await user.type(screen.getByLabelText(/^What happened/), why);
  await press('Send');
  expect(await screen.findByText('The work has ended.')).toBeInTheDocument();
  expect(screen.getByLabelText(/^What happened/)).toHaveValue(why);
});

it('says that it was asked, and what was decided', () => {
  const asked = { ...working, stop: { text: why } };
  const both = (shown: Booking) => (
    <>
      <StopSaid booking={shown} />
      <StopJob booking={shown} bookingRef={owner} />
    </>
  );
  const { unmount } = renderAt(both(asked), '/');
  expect(screen.getByRole('region', { name: 'You asked us to stop the job' })).toHaveTextContent(why);
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  const stopped: Booking = { ...working, status: 'cancelled', stop: { text: why, words: 'Half was done.' } };
  renderAt(both(stopped), '/');
  expect(screen.getByText('Half was done.')).toBeInTheDocument();
});

it.each(['assigned', 'en_route', 'completed'] as const)('offers nothing for a job that is %s', (status) => {
  renderAt(<StopJob booking={{ ...working, status }} bookingRef={owner} />, '/');
  expect(screen.queryByRole('button')).toBeNull();
});
