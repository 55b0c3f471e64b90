import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { problem } from '@/test/fakeApi';
import { keepDraft } from '../drafts';
import { entered, newPro, openArea, proMissing, serverOf, waitingPro } from '../testing';

const ACTIVATE = 'PUT /api/masters/profile/activate';
const activate = () => userEvent.click(screen.getByRole('button', { name: 'Activate' }));

it('shows what is done, what was entered, and what was typed but not saved', async () => {
  serverOf(proMissing(['documents', 'email'], entered));
  const { unmount } = openArea('/master/onboarding');
  expect(await screen.findByRole('heading', { name: 'Complete your profile' })).toBeInTheDocument();
  expect(screen.getByText('3 of 5 done')).toBeInTheDocument();
  const link = (name: RegExp) => screen.getByRole('link', { name });
  expect(link(/^About you \(done/)).toHaveTextContent('Sam Okafor, 12 years');
  expect(link(/^Your area \(done/)).toHaveTextContent('E2 8AA, 10 miles');
  expect(link(/^Skills \(done/)).toHaveTextContent('Plumber, Handyman');
  expect(link(/^Documents \(not done yet/)).toHaveAttribute('href', '/master/onboarding/documents');
  expect(link(/^Prove your email \(not done yet/)).toHaveTextContent('We send you a code');
  expect(link(/^Notifications \(optional\)/)).toHaveAttribute('href', '/master/onboarding/notifications');
  expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
  keepDraft('area', { basePostcode: 'E1' });
  await waitFor(() => expect(within(link(/^Your area/)).getByText('Not saved yet')).toBeInTheDocument());
  unmount();
});

it('has no tabs before activation', async () => {
  serverOf(newPro);
  openArea('/master/onboarding');
  expect(await screen.findByText('0 of 5 done')).toBeInTheDocument();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Log out' })).toBeInTheDocument();
});

it('lists what is missing when activation is refused', async () => {
  const api = serverOf(proMissing(['documents'], entered), {
    [ACTIVATE]: () => problem(409, 'profile_incomplete', { missing: ['documents', 'email'] }),
  });
  openArea('/master/onboarding');
  await screen.findByText('4 of 5 done');
  await activate();
  const alert = await screen.findByRole('alert');
  expect(
    within(alert)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Documents: not done yet', 'Prove your email: not done yet']);
  expect(alert).toHaveFocus();
  // Another tab may have changed the profile.
  await waitFor(() => expect(api.of('GET /api/masters/me')).toHaveLength(2));
  await userEvent.click(within(alert).getByRole('link', { name: /^Documents/ }));
  expect(screen.getByRole('link', { name: /^Documents \(not done/ })).toHaveFocus();
});

it('says so when the server could not be asked', async () => {
  const api = serverOf(proMissing([], entered));
  openArea('/master/onboarding');
  await screen.findByText('5 of 5 done');
  api.cut(ACTIVATE);
  await activate();
  expect(await screen.findByText('We could not reach the server. Try again.')).toBeInTheDocument();
});

it('leads to the home page once it is activated, with the tabs', async () => {
  const api = serverOf(proMissing([], entered), { [ACTIVATE]: () => ({ json: waitingPro }) });
  openArea('/master/onboarding');
  await screen.findByText('5 of 5 done');
  await activate();
  expect(await screen.findByRole('heading', { name: 'Waiting for verification' })).toBeInTheDocument();
  expect(screen.getByTestId('location')).toHaveTextContent('/master');
  expect(api.of(ACTIVATE)[0]?.body).toEqual({ isActive: true });
  const nav = screen.getByRole('navigation', { name: 'Your account' });
  expect(
    within(nav)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Dashboard', 'Stream', 'Bookings', 'Badges', 'Training', 'Payouts', 'Profile']);
});
