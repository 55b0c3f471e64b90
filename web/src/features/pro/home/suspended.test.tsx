// A pro whose account is suspended.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { MasterProfile, MasterSuspension } from '@/api/types';
import { problem } from '@/test/fakeApi';
import { loaded, openWith } from '../payouts/testing';
import { activePro, newPro, openArea, serverOf } from '../testing';

const APPEAL = 'POST /api/masters/me/appeal';
const WHY = 'It was another pro, not me.';
const suspension: MasterSuspension = {
  reason: 'quality',
  reasonWords: 'The quality of your work',
  text: 'Two clients told us of leaks.',
  since: '2026-11-23T10:00:00Z',
  heldUntil: '2096-12-07T10:00:00Z',
};
const suspended: MasterProfile = { ...activePro, isActive: false, suspension };

it('says why, what is held, and takes one appeal', async () => {
  const { heldUntil: _, ...waiting } = suspension;
  const appealed = {
    ...suspended,
    suspension: { ...waiting, appeal: WHY, appealedAt: '2026-11-24T10:00:00Z' },
  };
  const api = serverOf(suspended, { [APPEAL]: () => ({ json: appealed }) });
  openArea('/master');
  expect(await screen.findByRole('heading', { name: 'Your account is suspended' })).toBeInTheDocument();
  expect(screen.getByText('The quality of your work. Two clients told us of leaks.')).toBeInTheDocument();
  expect(screen.getByText(/Your balance is held until .* 7 December/)).toBeInTheDocument();
  expect(screen.queryByRole('switch', { name: 'Available for jobs' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }));
  expect(await screen.findByText('Please write at least 10 characters.')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Your appeal'), WHY);
  await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }));
  expect(await screen.findByText('We are looking into your appeal, and write to you.')).toBeInTheDocument();
  expect(api.of(APPEAL).map(({ body }) => body)).toEqual([{ text: WHY }]);
  expect(screen.getByText(/held until your appeal is decided/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Send appeal' })).not.toBeInTheDocument();
});

it('keeps what was typed when it could not be sent', async () => {
  serverOf(suspended, { [APPEAL]: () => problem(500, 'internal') });
  openArea('/master');
  await userEvent.type(await screen.findByLabelText('Your appeal'), WHY);
  await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }));
  expect(await screen.findByText(/Please try again/)).toBeInTheDocument();
  expect(screen.getByLabelText('Your appeal')).toHaveValue(WHY);
});

it('shows what was decided, also to a pro who never finished onboarding', async () => {
  const { heldUntil: _, ...decided } = suspension;
  const verdict = { appeal: WHY, verdict: 'The photos are of your work.', decidedAt: '2026-11-25T10:00:00Z' };
  serverOf({ ...newPro, suspension: { ...decided, ...verdict } });
  openArea('/master');
  expect(await screen.findByText('The suspension stays. The photos are of your work.')).toBeInTheDocument();
  expect(screen.getByText(/You can withdraw your balance/)).toBeInTheDocument();
});

it.each([
  ['2096-12-07T10:00:00Z', /^Your balance is held/],
  ['2026-11-20T10:00:00Z', undefined],
] as const)('cannot withdraw while the balance is held: until %s', async (heldUntil, said) => {
  const profile = { ...suspended, suspension: { ...suspension, heldUntil } };
  openWith({ availablePence: 5000 }, { 'GET /api/masters/me': () => ({ json: profile }) });
  await loaded();
  const withdraw = screen.getByRole('button', { name: 'Withdraw' });
  if (said) expect(withdraw).toHaveAccessibleDescription(said);
  else expect(withdraw).not.toHaveAccessibleDescription();
});
