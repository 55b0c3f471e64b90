// Further work, as the client of a job that was done sees it.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Booking, Invitation } from '@/api/types';
import { fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { NewWork } from './NewWork';
import { booking } from './testing';

const ALLOW = 'PUT /api/bookings/C-1/may-suggest';
const done: Booking = { ...booking, status: 'completed', may_suggest: false };

const suggested: Invitation = {
  text: 'Both bathroom taps drip.',
  problemType: 'leak',
  readableName: 'Leak / tap issue',
  suggestedAt: '2026-11-23T10:00:00Z',
  until: '2099-12-23T10:00:00Z',
  state: 'open',
  token: 'work-1.mac',
};

function open(shown: Booking, answers = {}) {
  const api = fakeApi({ [ALLOW]: () => ({ json: { ...shown, may_suggest: true } }), ...answers });
  renderAt(
    <NewWork
      booking={shown}
      bookingRef={{ id: 'C-1', guestToken: 'g-token', shareToken: undefined, intent: undefined }}
    />,
  );
  return api;
}

const tick = () => screen.getByRole('checkbox', { name: 'The pro may suggest further work' });

it('is off until the client ticks it', async () => {
  const api = open(done);
  expect(tick()).not.toBeChecked();
  await userEvent.click(tick());
  await waitFor(() => expect(api.of(ALLOW).map(({ body }) => body)).toEqual([{ allowed: true }]));
  expect(api.of(ALLOW)[0]?.query.get('token')).toBe('g-token');
});

it('is unticked at any time', async () => {
  const api = open({ ...done, may_suggest: true });
  expect(tick()).toBeChecked();
  await userEvent.click(tick());
  await waitFor(() => expect(api.of(ALLOW).map(({ body }) => body)).toEqual([{ allowed: false }]));
});

it('says when it could not be saved, and stays as it was', async () => {
  open(done, { [ALLOW]: () => problem(409, 'illegal_transition', { detail: 'It was cancelled.' }) });
  await userEvent.click(tick());
  expect(await screen.findByText('It was cancelled.')).toBeInTheDocument();
  expect(tick()).not.toBeChecked();
});

it('leads to what the pro suggests', () => {
  open({ ...done, may_suggest: true, new_work: suggested });
  expect(screen.getByText('“Both bathroom taps drip.”')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See and choose' })).toHaveAttribute(
    'href',
    '/booking/suggested/work-1.mac',
  );
});

it.each([
  ['booked', 'You booked it.'],
  ['declined', 'You said no.'],
  ['expired', 'It has ended. Nothing was booked.'],
] as const)('says what became of it: %s', (state, text) => {
  const { token: _, ...over } = suggested;
  open({ ...done, new_work: { ...over, state } });
  expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

it.each([[{ ...booking, may_suggest: false }], [{ ...booking, status: 'completed' as const }]])(
  'is nothing where nothing is to be allowed',
  (shown) => {
    open(shown);
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
  },
);
